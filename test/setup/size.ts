/** `npm run test:all` sets it: long tests run at their whole size, and files named `*.long.test.ts` run too. */
export const allTests = process.env.ALL_TESTS === '1'

/** How often or how much: `usual` in `npm test`, `whole` in `npm run test:all`. */
export const sized = (usual: number, whole: number): number => (allTests ? whole : usual)
