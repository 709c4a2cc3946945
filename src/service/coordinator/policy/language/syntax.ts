/** An expression as plain data. `at`: how many characters stand before it. */
export type Expression =
  | { readonly node: 'literal'; readonly at: number; readonly value: bigint | string | boolean }
  | { readonly node: 'list'; readonly at: number; readonly items: readonly Expression[] }
  | { readonly node: 'struct'; readonly at: number; readonly members: ReadonlyMap<string, Expression> }
  | { readonly node: 'name'; readonly at: number; readonly name: string }
  | { readonly node: 'member'; readonly at: number; readonly of: Expression; readonly name: string }
  | { readonly node: 'index'; readonly at: number; readonly of: Expression; readonly index: Expression }
  | {
      readonly node: 'slice';
      readonly at: number;
      readonly of: Expression;
      readonly from: Expression;
      readonly to: Expression;
    }
  | { readonly node: 'count'; readonly at: number; readonly of: Expression }
  | { readonly node: 'contains'; readonly at: number; readonly of: Expression; readonly value: Expression }
  | Predicate
  | { readonly node: 'timestamp'; readonly at: number; readonly atMs: number }
  | { readonly node: 'cronSpan'; readonly at: number; readonly span: CronSpan }
  | { readonly node: 'not'; readonly at: number; readonly of: Expression }
  | { readonly node: 'and' | 'or'; readonly at: number; readonly of: readonly Expression[] }
  | Comparison;

/** `list.any(variable, body)` and its kin. */
export type Predicate = {
  readonly node: 'all' | 'any' | 'filter';
  readonly at: number;
  readonly of: Expression;
  readonly variable: string;
  readonly body: Expression;
};

export type Comparison = {
  readonly node: 'compare';
  readonly at: number;
  readonly operator: '==' | '!=' | '<' | '>' | '<=' | '>=' | 'in';
  readonly left: Expression;
  readonly right: Expression;
};

/** Opens at each minute that its fields name, by the clocks of a time zone, and stays open for a while. */
export type CronSpan = {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  /** `undefined`: every one. Where both days are named, either suffices. */
  readonly daysOfMonth: ReadonlySet<number> | undefined;
  readonly months: ReadonlySet<number>;
  /** 0: Sunday. */
  readonly daysOfWeek: ReadonlySet<number> | undefined;
  readonly durationMs: number;
  /** Its IANA name. */
  readonly timeZone: string;
};
