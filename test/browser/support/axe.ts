import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'), 'utf8')

interface Allowed {
  /** Rule of axe. */
  readonly id: string
  /** Part of the element's path or HTML that this is about. */
  readonly where: string
  /** Why it may stay. */
  readonly reason: string
}
const allowed = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'axe-allowed.json'), 'utf8')) as { readonly findings: readonly Allowed[] }
).findings

interface Finding {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string; readonly failureSummary?: string }[]
}
interface Axe {
  run(context: unknown, options: unknown): Promise<{ readonly violations: readonly Finding[] }>
}

/**
 * What axe finds wrong on what is shown now, one line each, without what the list beside this file allows; by all rules, or by these
 * alone.
 */
export async function accessibilityFindings(root: Page | Frame, rules?: readonly string[]): Promise<string[]> {
  if (!(await root.evaluate(() => 'axe' in globalThis))) await root.evaluate(source)
  const violations = await root.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    // What is still fading has other colours than what a person is given to read; one fade starts others in what inherits from it.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let still = 0, rounds = 0; still < 2 && rounds < 60; rounds += 1) {
      await frame()
      const all = document.getAnimations().filter((one) => one.playState === 'running')
      const moving = all.filter((one) => one.effect?.getTiming().iterations !== Infinity)
      still = moving.length === 0 ? still + 1 : 0
      await Promise.all(moving.map((one) => one.finished.catch(() => undefined)))
    }
    const { violations: found } = await axe.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      ...(runOnly && { runOnly }),
    })
    return found.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, html, failureSummary }) => ({
        target: target.join(' '),
        html: html.slice(0, 160),
        why: failureSummary ?? '',
      })),
    }))
  }, rules)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ target, html }) => !allowed.some((one) => one.id === id && `${target} ${html}`.includes(one.where)))
      .map(({ target, html, why }) => `${id}: ${help}: ${target} ${html} ${why.replace(/\s+/g, ' ')}`),
  )
}

/** The findings in the light theme, then what only colours change in the dark one; the page is light again afterwards. */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const show = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => page.evaluate(() => document.body.getAttribute('arco-theme') ?? 'light')).toBe(colorScheme)
  }
  const light = await accessibilityFindings(page)
  await show('dark')
  const dark = await accessibilityFindings(page, ['color-contrast'])
  await show('light')
  return [...light, ...dark.map((line) => `dark: ${line}`)]
}
