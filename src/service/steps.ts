/** Steps that are left to whoever reads, or evaluates, what others wrote. */
export type Steps = { steps: number };

/** Takes steps before they are done. @throws what `beyond` makes, where fewer are left */
export function takeSteps(budget: Steps, count: number, beyond: () => Error): void {
  budget.steps -= count;
  if (budget.steps < 0) throw beyond();
}
