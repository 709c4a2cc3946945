import type { Bytes } from '../../../crypto/bytes.js';

/** CRC-16/XMODEM: 2 bytes, high byte first. @see ITU-T V.41; the catalogue of parametrised CRC algorithms, "CRC-16/XMODEM" */
export function crc16(bytes: Bytes): Bytes {
  let remainder = 0;
  for (const byte of bytes) {
    remainder ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) remainder = ((remainder << 1) ^ (remainder & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return Uint8Array.of(remainder >> 8, remainder & 0xff);
}
