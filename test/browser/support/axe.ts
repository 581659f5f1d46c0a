import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { allTests } from '../../setup/size'

const source = readFileSync(join(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'), 'utf8')

interface Allowed {
  /** Id of the axe rule. */
  readonly id: string
  /** A piece of the element's selector or HTML by which the element is recognised. */
  readonly where: string
  /** The reason for which the finding is allowed. */
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
 * Returns what axe finds wrong in what is shown now, one line per element, without the findings that axe-allowed.json allows.
 * Uses all rules, or only those given.
 */
export async function accessibilityFindings(root: Page | Frame, rules?: readonly string[]): Promise<string[]> {
  if (!(await root.evaluate(() => 'axe' in globalThis))) await root.evaluate(source)
  const violations = await root.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    // Colours are judged only after all transitions have ended; the end of one may start another in elements that inherit from
    // it.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let unchangedRounds = 0, rounds = 0; unchangedRounds < 2 && rounds < 60; rounds += 1) {
      await frame()
      const all = document.getAnimations().filter((one) => one.playState === 'running')
      const moving = all.filter((one) => one.effect?.getTiming().iterations !== Infinity)
      unchangedRounds = moving.length === 0 ? unchangedRounds + 1 : 0
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

/**
 * Returns the findings of all rules in the light theme, and in `npm run test:all` also those of colour contrast in the dark theme.
 * The page is light again afterwards.
 */
export async function findingsInThemes(page: Page): Promise<string[]> {
  const show = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => page.evaluate(() => document.body.getAttribute('arco-theme') ?? 'light')).toBe(colorScheme)
  }
  const light = await accessibilityFindings(page)
  if (!allTests) return light
  await show('dark')
  const dark = await accessibilityFindings(page, ['color-contrast'])
  await show('light')
  return [...light, ...dark.map((line) => `dark: ${line}`)]
}
