import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && !path.includes('.test.'))
    .map((path) => `${folder}/${path}`)

test('the pattern of transparency is drawn in one place, and beside it only for a colour that is none', () => {
  const drawing = files('src', '.css').filter((path) => readFileSync(path, 'utf8').includes('var(--check-a'))
  expect(drawing.sort()).toEqual(['src/features/materials/materials.css', 'src/theme.css'])
})

/** Elements other than pictures: as large as the picture in them or, for a wireframe, the ground of two transparent ones. */
const stages = [
  'src/features/assets/asset-peek.tsx',
  'src/features/wireframes/print-preview.tsx',
  'src/features/wireframes/sizes/size-columns.tsx',
  'src/features/wireframes/wireframe-thumb.tsx',
  'src/plates/picture-stage.tsx',
]

test('the pattern lies behind pictures, not behind boxes into which pictures are fitted', () => {
  const boxes = files('src', '.tsx').filter((path) => {
    const elements = readFileSync(path, 'utf8').match(/<(?!img\b)\w+(?:[^<>]|=>)*?checkerboard/g)
    return elements !== null
  })
  expect(boxes.sort()).toEqual(stages)
})
