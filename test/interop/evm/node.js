// Starts the node of hardhat.config.js at a free port, says where, and ends with the program that started it.
process.stdin.on('end', () => process.exit()).resume();
require('hardhat').run('node', { hostname: '127.0.0.1', port: 0 });
