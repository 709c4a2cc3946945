import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longer than others of their size, in Node and in a page. */
const long = [
  ...['coordinator/matrix', 'coordinator/everyActivity', 'store/plans/plans', 'codes/caps', 'policy/naive'],
  ...['node/start', 'node/hosting', 'node/secrets', 'node/serve', 'node/dev', 'delivery/injection'],
  ...['transfer/exportWallet', 'login/OtpScreen', 'transfer/importWallet', 'stories/EmailLinkScreen'],
];

/** Begins with the files that take longest: the last to begin runs when the others are through, beside idle cores. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.includes(`${name}.`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
