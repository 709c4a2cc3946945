/** One chain in memory, which mines each transaction at once. @type {import('hardhat/config').HardhatUserConfig} */
module.exports = { networks: { hardhat: { hardfork: 'prague', chainId: 31337 } } };
