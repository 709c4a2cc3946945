export {
  type ConnectorConfig,
  type LatchkeyConnectorOptions,
  latchkeyConnector,
} from './adapters/wagmi/latchkeyConnector.js';
