import { availableParallelism } from 'node:os'
import { defineConfig, type Plugin } from 'vitest/config'
import { preactForReact } from './scripts/lib/preact-for-react.mjs'
import TimesReporter from './scripts/lib/times-reporter.mjs'
import { stateLimitMs } from './test/setup/limits.ts'
import { filesOf, type Project } from './test/setup/runs.ts'
import { allTests } from './test/setup/size.ts'

const arcoCommonJs = {
  // Node resolves Arco's main to lib/, so its React 19 adapter must come from lib/ too or it patches another copy.
  find: /^@arco-design\/web-react\/es\//,
  replacement: '@arco-design/web-react/lib/',
}

/** Gives the buyers' page Preact in its tests, as rspack.config.ts does in the product. */
const preactForBuyers: Plugin = {
  name: 'preact-for-buyers',
  enforce: 'pre',
  resolveId(source, importer) {
    const preact = preactForReact[source]
    if (preact === undefined || !importer?.startsWith(`${import.meta.dirname}/buyer/`)) return null
    return this.resolve(preact, importer)
  },
}

const testTimeout = allTests ? 3_600_000 : 600_000
/**
 * Every wait is for a state, and its limit only ends a run that hangs: minutes, so that no test fails because a machine is slow or busy.
 * Waits inside a test end before the test does, so that a failure names what was waited for.
 */
const limits = { testTimeout, hookTimeout: 600_000, expect: { poll: { timeout: stateLimitMs, interval: 50 } } }

/** The files of a project that this run takes; `outside` are files that it never takes. */
function filesFor(project: Project, all: string, outside: readonly string[] = []) {
  const { include, exclude } = filesOf(project, all)
  return { include, exclude: ['**/node_modules/**', ...(allTests ? [] : ['**/*.long.test.ts']), ...exclude, ...outside] }
}
/** The other fault suites kill and cut the embedded database; they say nothing about a PostgreSQL. */
const embeddedOnly = process.env.DATABASE_URL ? ['server/test/faults/!(postgres).test.ts'] : []

/** unit: plain rules. dom: components in happy-dom. server: routes on a real embedded database. browser: journeys in Chromium. */
export default defineConfig({
  test: {
    // Vitest itself leaves one processor out.
    maxWorkers: availableParallelism(),
    ...(process.env.TEST_TIMES !== undefined && { reporters: ['default', new TimesReporter(process.env.TEST_TIMES)] }),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          ...filesFor('unit', '{contract,bridge,adapters,imaging,design,buyer,src,test,scripts}/**/*.test.ts', [
            'test/browser/**',
          ]),
          setupFiles: ['test/setup/seed.ts'],
          ...limits,
        },
      },
      {
        resolve: { alias: [arcoCommonJs] },
        plugins: [preactForBuyers],
        test: {
          name: 'dom',
          environment: 'happy-dom',
          // Loading Arco anew for each file costs more than all tests; test/setup/dom.ts removes what one test leaves.
          isolate: false,
          ...filesFor('dom', '{imaging,buyer,src}/**/*.test.tsx'),
          setupFiles: ['test/setup/dom.ts'],
          css: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          ...filesFor('server', 'server/**/*.test.ts', embeddedOnly),
          setupFiles: ['test/setup/seed.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          isolate: false,
          ...filesFor('browser', 'test/browser/**/*.test.ts'),
          globalSetup: ['test/setup/product.ts'],
          ...limits,
        },
      },
    ],
  },
})
