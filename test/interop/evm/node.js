// Starts the node of hardhat.config.js at a free port, says where, and ends with the program that started it.
const http = require('node:http');
const { createServer } = http;

// A connection that it closed after some idle seconds would fail the next request of a test that has computed meanwhile.
http.createServer = (...options) => Object.assign(createServer(...options), { keepAliveTimeout: 0 });

process.stdin.on('end', () => process.exit()).resume();
require('hardhat').run('node', { hostname: '127.0.0.1', port: 0 });
