/** A file of JSON. */
export type ProofFile = { readonly name: string; readonly content: object };

/** Lets the browser save a file. Its URL is of this page, which no policy of content forbids to be saved. */
export function saveFile({ name, content }: ProofFile): void {
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000); // some browsers read it later than the click
}
