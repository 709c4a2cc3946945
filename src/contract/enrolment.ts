import * as v from 'valibot';
import { label, uuid } from './fields.js';
import { authenticatorParams } from './shapes.js';

const enrolment = v.strictObject({
  version: v.literal(1),
  organizationId: uuid,
  name: label,
  timeMs: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  random: v.pipe(v.string(), v.regex(/^[\w-]{22}$/)),
  attestation: authenticatorParams.entries.attestation,
});

/**
 * A passkey that the dashboard's page has made and nobody has registered yet, for a root user to register. `name`: what the passkey is
 * called; `timeMs`: when it was made, milliseconds since 1970; `random`: 16 bytes, base64url.
 */
export interface Enrolment extends v.InferOutput<typeof enrolment> {}

/** Whether a value is one. */
export const isEnrolment = (value: unknown): value is Enrolment => v.is(enrolment, value);
