/** Holds that words beside a switch switch it, too: such a switch is a SwitchField, and bare switches are those of tables. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{src,buyer}/**/*.tsx', { cwd: root }).filter(
  (file) => !/\.test\.tsx$/.test(file) && !file.endsWith('src/ui/switch-field.tsx'),
)
/** Elements of Arco's switch with what follows them, to the end of the parent's content. */
const switches = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  if (!/import \{[^}]*\bSwitch\b[^}]*\} from '@arco-design\/web-react'/.test(text)) return []
  return [...text.matchAll(/<Switch\b([\s\S]*?)\/>([\s\S]{0,120})/g)].map(([, props = '', after = '']) => ({
    file,
    props,
    after,
  }))
})

test('there are bare switches to judge', () => expect(switches.length).toBeGreaterThan(4))

test('a bare switch has a name of its own', () => {
  expect(switches.filter(({ props }) => !props.includes('aria-label')).map(({ file }) => file)).toEqual([])
})

test('no bare switch stands beside loose words', () => {
  const loose = /^\s*(?:<(?:span|label|b|p)\b[^>]*>\s*)?(?:\{['"`]|[\p{Script=Han}])/u
  expect(switches.filter(({ after }) => loose.test(after)).map(({ file }) => file)).toEqual([])
})
