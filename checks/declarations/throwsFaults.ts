import ts from 'typescript';

/** The longest text of an operation's refusals that a hover shows and that is readable, in characters. */
const longest = 400;

/** Flows: hooks whose operation is more than one request, and a code that each says. */
const ofFlows = {
  useLoginWithOtp: 'OTP_WRONG',
  useExportWallet: 'SIGNER_KEY_MISSING',
  useWalletAccounts: 'WALLET_NOT_FOUND',
  useActivity: 'ACTIVITY_NOT_FOUND',
};

/**
 * What is wrong with the `@throws` of hooks. The codes of a hook's error are in its type, so the docstring is compared with that.
 *
 * @param app - a file of an app that has the package.
 * @param declarations - of the package's first entry point.
 */
export function throwsFaults(app: string, declarations: string): string[] {
  const program = ts.createProgram([app, declarations], {
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(declarations);
  const module = file && checker.getSymbolAtLocation(file);
  const exported = module ? checker.getExportsOfModule(module) : [];
  const hooks = exported.flatMap((symbol) => {
    if (!/^use[A-Z]/.test(symbol.name)) return [];
    const hook = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const said = hook.getJsDocTags(checker).flatMap(({ name, text }) => (name === 'throws' ? [textOf(text)] : []));
    return [{ name: symbol.name, said, codes: codesOf(checker.getTypeOfSymbol(hook)) }];
  });
  const rows = hooks.filter(({ codes }) => codes !== undefined);
  return [
    ...(rows.length > 100 ? [] : [`only ${rows.length} hooks of one operation were found`]),
    ...rows.flatMap(({ name, said, codes = [] }) => rowFaults(said, codes).map((fault) => `${name} ${fault}`)),
    ...Object.entries(ofFlows)
      .filter(([name, code]) => !hooks.some((hook) => hook.name === name && hook.said.join(' ').includes(code)))
      .map(([name, code]) => `${name} does not list ${code}`),
  ];
}

function rowFaults(said: readonly string[], codes: readonly string[]): string[] {
  const whole = said.join('\n');
  const listed = said.flatMap((tag) => tag.split(/:|, and /)[0]?.split(', ') ?? []);
  const more = Number(/, and (\d+) more: /.exec(whole)?.[1] ?? 0);
  return [
    ...listed
      .filter((code) => !codes.includes(code))
      .map((code) => `lists ${code}, which its operation does not throw`),
    ...(new Set(listed).size + more === codes.length ? [] : [`lists ${listed.length} of ${codes.length} refusals`]),
    ...(whole.length <= longest ? [] : [`says it in ${whole.length} characters`]),
  ];
}

/** The codes in the type of a hook of one operation; else undefined. */
function codesOf({ aliasSymbol, aliasTypeArguments }: ts.Type): string[] | undefined {
  const refusal = aliasTypeArguments?.[2];
  if (!refusal || !/^(Activity|Query|Proxy)Hook$/.test(aliasSymbol?.name ?? '')) return undefined;
  const types = refusal.isUnion() ? refusal.types : [refusal];
  return types.flatMap((type) => (type.isStringLiteral() ? [type.value] : []));
}

const textOf = (parts: readonly ts.SymbolDisplayPart[] = []): string => parts.map(({ text }) => text).join('');
