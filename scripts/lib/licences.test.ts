import { expect, test } from 'vitest'
import { isAllowed, licenceProblems } from './licences.mjs'

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['MIT AND OFL-1.1', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-or-later', false],
  ['LGPL-3.0-or-later', false],
  ['(MIT OR GPL-2.0-only) AND GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
])('the licence %s is allowed: %s', (expression, expected) => {
  expect(isAllowed(expression, 'some-package')).toBe(expected)
})

test('a package whose licence is unknown or not allowed is named, wherever it is installed', () => {
  const problems = licenceProblems({
    '': { license: 'UNLICENSED' },
    'node_modules/good': { version: '1.0.0', license: 'ISC' },
    'node_modules/good/node_modules/@scope/bad': { version: '2.0.0', license: 'AGPL-3.0-only' },
    'node_modules/busboy': { version: '0.3.1' },
    'node_modules/unknown': { version: '3.0.0' },
    'node_modules/@img/sharp-libvips-linux-x64': { version: '1.0.0', license: 'LGPL-3.0-or-later' },
  })
  expect(problems).toEqual([
    expect.stringMatching(/^@scope\/bad 2\.0\.0: .*AGPL-3\.0-only/),
    expect.stringMatching(/^unknown 3\.0\.0: .*未知/),
  ])
})
