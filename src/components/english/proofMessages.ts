/** The texts of the badge of a proof. */
export type ProofMessages = {
  readonly checking: string;
  /** Before and after the name of the enclave. */
  readonly verified: readonly [string, string];
  readonly unmeasured: string;
  readonly software: string;
  readonly none: string;
  readonly failed: string;
  /** When the service did not answer. */
  readonly notChecked: string;
  readonly tryAgain: string;
  readonly details: string;
  readonly address: string;
  readonly path: string;
  /** When the address was proved, and when the enclave was attested. */
  readonly proved: string;
  readonly attested: string;
  /** Of the enclave and of the root's certificate: their name and their fingerprint. */
  readonly enclave: string;
  readonly root: string;
  /** Of a proof that does not verify: the code of the step that failed, what it expected, and what came. */
  readonly reference: string;
  readonly expected: string;
  readonly received: string;
  readonly save: string;
};

/** An app's changes to the texts; omitted ones keep their defaults. */
export type ProofMessageChanges = Partial<ProofMessages>;
