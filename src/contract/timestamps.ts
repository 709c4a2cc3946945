/** Time of a stored record on the wire. @see docs/wire.md S2.1 */
export function timestampOf(ms: number): { seconds: string; nanos: string } {
  return { seconds: String(Math.floor(ms / 1000)), nanos: String((ms % 1000) * 1_000_000) };
}
