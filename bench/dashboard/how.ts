/** How the part is measured, for the README. */
export const dashboard = `The dashboard as it is built, over the largest store of *What growth costs*, on each database, in Chromium on the same
machine. Beside it, people log in twenty times a second, each by the four calls to the auth proxy; the service, these people and the
driver of the browser share one process. An operator is logged in, and opens each page by its address, with an empty HTTP cache.

- **Drawn**: from the start of the navigation until the page stands there whole, with its answers and nothing that still loads. Medians of
  five visits in turns, after one for warming up.
- **Requests**: of the page to the coordinator, beside those of the rail around it, which are sent once for all pages. Files are not
  counted.`;
