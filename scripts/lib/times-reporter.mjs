/** A reporter for vitest: counts tests, measures their files and keeps what failed, and writes all into a file (tests.mjs). */
import { writeFileSync } from 'node:fs'

export default class TimesReporter {
  /** @param {string} path of the file that is written when the run ends */
  constructor(path) {
    this.path = path
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string }[]} unhandled errors outside of tests, which fail a run whose tests have all passed
   */
  onTestRunEnd(modules, unhandled = []) {
    const files = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
      const tests = [...module.children.allTests()]
      const slowest = tests.toSorted((a, b) => timeOf(b) - timeOf(a))[0]
      const counted = (state) => tests.filter((test) => test.result().state === state).length
      return {
        project: module.project.name,
        file: module.relativeModuleId,
        ms: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
        passed: counted('passed'),
        failed: counted('failed'),
        skipped: counted('skipped'),
        slowest: slowest && { title: slowest.name, ms: timeOf(slowest) },
        failures: [
          ...module.errors().map((error) => ({ title: 'its setup', message: error.message })),
          ...tests.flatMap((test) => (test.result().errors ?? []).map(({ message }) => ({ title: test.fullName, message }))),
        ],
      }
    })
    writeFileSync(this.path, JSON.stringify({ files, unhandled: unhandled.map(({ message }) => message ?? 'unknown') }))
  }
}

const timeOf = (test) => test.diagnostic()?.duration ?? 0
