import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { stateLimitMs } from './test/setup/limits.ts'
import { allTests } from './test/setup/size.ts'

const arcoCommonJs = {
  // Node resolves Arco's main to lib/, so its React 19 adapter must come from lib/ too or it patches another copy.
  find: /^@arco-design\/web-react\/es\//,
  replacement: '@arco-design/web-react/lib/',
}

const testTimeout = allTests ? 3_600_000 : 600_000
/**
 * Every wait is for a state, and its limit only ends a run that hangs: minutes, so that no test fails because a machine is slow or busy.
 * Waits inside a test end before the test does, so that a failure names what was waited for.
 */
const limits = { testTimeout, hookTimeout: 600_000, expect: { poll: { timeout: stateLimitMs, interval: 50 } } }

const exclude = ['**/node_modules/**', ...(allTests ? [] : ['**/*.long.test.ts'])]
/** The other fault suites kill and cut the embedded database; they say nothing about a PostgreSQL. */
const embeddedOnly = process.env.DATABASE_URL ? ['server/test/faults/!(postgres).test.ts'] : []

/** unit: plain rules. dom: components in happy-dom. server: routes on a real embedded database. browser: journeys in Chromium. */
export default defineConfig({
  test: {
    // Vitest itself leaves one processor out.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['{contract,bridge,adapters,imaging,design,buyer,src,test,scripts}/**/*.test.ts'],
          setupFiles: ['test/setup/seed.ts'],
          exclude: ['test/browser/**', ...exclude],
          ...limits,
        },
      },
      {
        resolve: { alias: [arcoCommonJs] },
        test: {
          name: 'dom',
          environment: 'happy-dom',
          // Loading Arco anew for each file costs more than all tests; test/setup/dom.ts removes what one test leaves.
          isolate: false,
          include: ['{imaging,buyer,src}/**/*.test.tsx'],
          exclude,
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
          include: ['server/**/*.test.ts'],
          exclude: [...exclude, ...embeddedOnly],
          setupFiles: ['test/setup/seed.ts'],
          ...limits,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          isolate: false,
          include: ['test/browser/**/*.test.ts'],
          exclude,
          globalSetup: ['test/setup/product.ts'],
          ...limits,
        },
      },
    ],
  },
})
