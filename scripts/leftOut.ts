import type { Reporter, TestModule } from 'vitest/node';

/** Says at the end of a run which tests were left out, and why, where they say so. */
export default class LeftOut implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => {
      const skipped = [...module.children.allTests('skipped')];
      const notes = new Set(skipped.map((test) => noteOf(test.result())));
      return [...notes].flatMap((note) => [
        `  ${module.relativeModuleId}${note === undefined ? '' : ` (${note})`}`,
        ...skipped.filter((test) => noteOf(test.result()) === note).map((test) => `    ${test.fullName}`),
      ]);
    });
    if (lines.length > 0) process.stdout.write(`\nTests that were left out:\n${lines.join('\n')}\n`);
  }
}

const noteOf = (result: { readonly state: string; readonly note?: string | undefined }): string | undefined =>
  result.note;
