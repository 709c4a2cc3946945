/** What kept bodies name and only a running service knows: the door puts its own in their place. */
export const placeholders = {
  organizationId: '6f0d7a52-3c1e-4b7a-9a51-2f4c8de01b37',
  walletId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  timestampMs: '1700000000000',
} as const;
