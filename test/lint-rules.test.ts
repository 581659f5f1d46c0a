import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rules = join(root, 'scripts', 'lint')

/** Returns the indexes of the given lines that the lint rule of this name reports. */
function refused(rule: string, lines: readonly string[]): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-lint-'))
  try {
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [join(rules, `${rule}.grit`)] }))
    writeFileSync(join(folder, 'tried.ts'), lines.join('\n'))
    const args = ['lint', '--only=plugin', '--reporter=github', 'tried.ts']
    const result = spawnSync(join(root, 'node_modules', '.bin', 'biome'), args, { cwd: folder, encoding: 'utf8' })
    return [...result.stdout.matchAll(/tried\.ts,line=(\d+)/g)].map(([, line]) => Number(line) - 1)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the lint rule effect-returns refuses effects that return anything but a cleanup function', () => {
  const lines = [
    'useEffect(() => element.scrollIntoView(), [element])',
    'useEffect(() => () => element.remove(), [element])',
    'useLayoutEffect(() => element.focus())',
    'React.useEffect(() => shown && tell(shown), [shown])',
    'useEffect(() => { element.focus(); return () => element.blur() }, [element])',
    'useMemo(() => element.focus(), [element])',
  ]
  expect(refused('effect-returns', lines)).toEqual([0, 2, 3])
})
