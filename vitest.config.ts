import { defineConfig } from 'vitest/config'

const arcoCommonJs = {
  // Node resolves Arco's main to lib/, so its React 19 adapter must come from lib/ too or it patches another copy.
  find: /^@arco-design\/web-react\/es\//,
  replacement: '@arco-design/web-react/lib/',
}

/** unit: plain rules. dom: components in happy-dom. server: routes on a real embedded database. browser: journeys in Chromium. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['{contract,bridge,adapters,src,test,scripts}/**/*.test.ts'],
          setupFiles: ['test/setup/seed.ts'],
          exclude: ['test/browser/**', 'test/faults/**', '**/node_modules/**'],
        },
      },
      {
        resolve: { alias: [arcoCommonJs] },
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['test/setup/dom.ts'],
          css: false,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          include: ['server/**/*.test.ts'],
          setupFiles: ['test/setup/seed.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          isolate: false,
          include: ['test/browser/**/*.test.ts', 'test/faults/**/*.test.ts'],
          globalSetup: ['test/setup/product.ts'],
          testTimeout: 90_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
