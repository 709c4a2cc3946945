/** The path of a request's URL. @throws {TypeError} where it is no URL */
export const pathOf = (url: string): string => new URL(url).pathname;
