/** The methods of lists: `count` has no argument, `contains` a value, the others a variable and what is asked of it. */
export const methods = ['all', 'any', 'contains', 'count', 'filter'] as const;

/** What stands for a time, in time expressions alone. */
export const timeFunctions = ['Timestamp', 'CronSpan'] as const;

export const literals = ['true', 'false'] as const;

/** Between two values. */
export const operators = ['==', '!=', '<=', '>=', '<', '>', 'in', '&&', '||'] as const;
