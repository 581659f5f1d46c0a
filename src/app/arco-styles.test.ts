import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')
const stylesOf = (text: string) => [...text.matchAll(/web-react\/es\/(\w+)\/style/g)].map((match) => match[1])

/** Names of the components in `import { Alert, type ButtonProps, Modal as ArcoModal } from '@arco-design/web-react'`. */
function componentsIn(text: string): string[] {
  const imports = text.matchAll(/import \{([^}]*)\} from '@arco-design\/web-react'/g)
  const names = [...imports].flatMap((match) => (match[1] ?? '').split(','))
  return names.map((name) => name.trim().replace(/ as .*/, '')).filter((name) => name !== '' && !name.startsWith('type '))
}

test('every Arco component that the product imports has its styles', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !/\.test\.tsx?$/.test(file))
  const used = new Set(files.flatMap((file) => componentsIn(readFileSync(join(source, file), 'utf8'))))
  expect(used.size).toBeGreaterThan(20)
  const styled = new Set(stylesOf(readFileSync(join(source, 'app/arco-styles.ts'), 'utf8')))
  expect([...used].filter((name) => !styled.has(name))).toEqual([])
})
