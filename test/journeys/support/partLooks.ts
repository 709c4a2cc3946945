/** How one part of a screen looks. */
export type PartLooks = {
  readonly part: string;
  readonly place: readonly number[];
  readonly [property: string]: unknown;
};

/** To be run in a page: each part's position in the card, and its computed styles. */
export function partsOf(selector: string): PartLooks[] {
  const card = document.querySelector(selector) as HTMLElement;
  const { left, top } = card.getBoundingClientRect();
  const drawn =
    /^(display|color$|opacity|fill|stroke|cursor|animation-name|background|border|outline|box-shadow|font|letter|line-height|text-(align|decoration|transform|indent|shadow)|padding|margin|appearance|white-space)/;
  return [card, ...card.querySelectorAll<HTMLElement>('[data-part]')]
    .filter(({ dataset }) => dataset.part !== 'address' && dataset.part !== 'text')
    .map((element) => {
      const style = getComputedStyle(element);
      const rect = element.getBoundingClientRect();
      const properties = [...style]
        .filter((name) => drawn.test(name))
        .map((name) => [name, style.getPropertyValue(name)]);
      const place = [rect.left - left, rect.top - top, rect.width, rect.height].map(
        (each) => Math.round(each * 100) / 100,
      );
      return { ...Object.fromEntries(properties), part: element.dataset.part ?? 'card', place };
    });
}

/** What differs, as `part property: before → after`. */
export function differences(before: readonly PartLooks[], after: readonly PartLooks[]): string[] {
  const count = before.length === after.length ? [] : [`${before.length} parts → ${after.length}`];
  const changes = before.flatMap((part, index) =>
    Object.keys(part)
      .filter((name) => JSON.stringify(part[name]) !== JSON.stringify(after[index]?.[name]))
      .map((name) => `${part.part} ${name}: ${part[name]} → ${after[index]?.[name]}`),
  );
  return [...count, ...changes];
}
