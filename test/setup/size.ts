/** True under `npm run test:all`: long tests run at their full size, and files named `*.long.test.ts` run too. */
export const allTests = process.env.ALL_TESTS === '1'

/** Returns a repetition count or size: `usual` in `npm test` and `npm run test:more`, `whole` in `npm run test:all`. */
export const sized = (usual: number, whole: number): number => (allTests ? whole : usual)
