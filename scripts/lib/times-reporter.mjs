/** A reporter for vitest: counts tests and measures their files, and writes both into a file (tests.mjs). */
import { writeFileSync } from 'node:fs'

export default class TimesReporter {
  /** @param {string} path of the file that is written when the run ends */
  constructor(path) {
    this.path = path
  }

  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
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
      }
    })
    writeFileSync(this.path, JSON.stringify(files))
  }
}

const timeOf = (test) => test.diagnostic()?.duration ?? 0
