import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  baseName,
  combinationKey,
  extensions,
  fileNameOf,
  isSystemFile,
  layerKinds,
  layerNames,
  parseFileName,
} from './file-name'

const problemOf = (name: string) => {
  const parsed = parseFileName(name)
  if (!('problem' in parsed)) throw new Error(`${name} was accepted`)
  return parsed.problem
}

/** Any text that a file system and the server accept as a name, without a hyphen. */
const part = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) =>
    text
      .replace(/[-/\\\p{Cc}\p{Cs}]/gu, '')
      .normalize('NFC')
      .trim(),
  )
  .filter((text) => /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text) && text.length <= 100)
const combination = fc.record({ brand: part, model: part, material: part, color: part })
const layer = fc.constantFrom(...layerKinds)
const extension = fc.constantFrom(...extensions).chain((text) => fc.constantFrom(text, text.toUpperCase()))
const spaces = fc.constantFrom('', ' ', '  ', '\u3000', '\t')

describe('a file name', () => {
  test('a file name states brand, model, material, colour and layer', () => {
    expect(parseFileName('苹果-iPhone 15 Pro-液态硅胶-黑色-前景图.png')).toEqual({
      brand: '苹果',
      model: 'iPhone 15 Pro',
      material: '液态硅胶',
      color: '黑色',
      layer: 'foreground',
    })
    expect(parseFileName('小米-14-玻璃-白-背景图.JPEG')).toMatchObject({ model: '14', layer: 'background' })
  })

  test('folders, spaces around the parts and Unicode composition do not change what a file name states', () => {
    fc.assert(
      fc.property(combination, layer, extension, fc.array(spaces, { minLength: 11, maxLength: 11 }), (names, kind, ext, gaps) => {
        const parts = [names.brand, names.model, names.material, names.color, layerNames[kind]]
        const spaced = parts.map((text, at) => `${gaps[at]}${text}${gaps[at + 5]}`).join('-')
        for (const folder of ['', '线框图/', 'a/b-c-d/', 'C:\\图\\', '/']) {
          expect(parseFileName(`${folder}${spaced}.${ext}${gaps[10]}`)).toEqual({ ...names, layer: kind })
          expect(parseFileName(`${folder}${spaced}.${ext}`.normalize('NFD'))).toEqual({ ...names, layer: kind })
        }
      }),
    )
  })

  test('a file name made from a combination and a layer states them again', () => {
    fc.assert(
      fc.property(combination, layer, (names, kind) => {
        expect(parseFileName(fileNameOf(names, kind))).toEqual({ ...names, layer: kind })
        expect(combinationKey(names).split('-')).toHaveLength(4)
      }),
    )
  })

  test('a file name with another number of hyphens is refused', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), layer, (parts, kind) => {
        fc.pre(parts.length !== 4)
        const name = [...parts, layerNames[kind]].join('-')
        expect(problemOf(`${name}.png`)).toBe(`应由 4 个英文短横线“-”分成 5 段，现在是 ${parts.length + 1} 段`)
      }),
    )
  })

  test.each([
    ['苹果-15-硅胶-黑-前景图', '扩展名应为 gif、jpg、jpeg、png、bmp、svg 之一'],
    ['苹果-15-硅胶-黑-前景图.webp', '扩展名应为 gif、jpg、jpeg、png、bmp、svg 之一'],
    ['png', '扩展名应为 gif、jpg、jpeg、png、bmp、svg 之一'],
    ['苹果－15－硅胶－黑－前景图.png', '应由 4 个英文短横线“-”分成 5 段，现在是 1 段'],
    ['苹果-15-硅胶- -前景图.png', '第 4 段（颜色）是空的'],
    ['-15-硅胶-黑-前景图.png', '第 1 段（品牌）是空的'],
    ['苹果-\u200b-硅胶-黑-前景图.png', '第 2 段（型号）是空的'],
    ['苹果-15-硅胶-黑-前景图 (1).png', '最后一段应为“前景图”或“背景图”，现在是“前景图 (1)”'],
    ['苹果-15-硅胶-黑-.png', '最后一段应为“前景图”或“背景图”，现在是“”'],
    [`${'长'.repeat(101)}-15-硅胶-黑-前景图.png`, '品牌最多 100 个字'],
    ['苹果-1\u00005-硅胶-黑-前景图.png', '型号里有无法保存的字符'],
    ['苹果-1\ud8005-硅胶-黑-前景图.png', '型号里有无法保存的字符'],
  ])('the file name %s is refused with its reason', (name, reason) => {
    expect(problemOf(name)).toBe(reason)
  })

  test('any text is either parsed or refused with a reason', () => {
    const unit = fc.constantFrom(
      '-',
      '-',
      '.',
      '.png',
      '前景图',
      '背景图',
      '甲',
      'a',
      ' ',
      '/',
      '\\',
      '\0',
      '\ud800',
      '\u200b',
      '😀',
      'é',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (name) => {
        const parsed = parseFileName(name)
        if ('problem' in parsed) expect(parsed.problem).not.toBe('')
        else expect(combinationKey(parsed)).not.toMatch(/^-|--|-$/)
      }),
    )
  })
})

test('baseName removes folders', () => {
  expect(['a/b/c.png', 'a\\b\\c.png', 'c.png', '../../c.png'].map(baseName)).toEqual(['c.png', 'c.png', 'c.png', 'c.png'])
})

test.each([
  ['__MACOSX/图/._苹果-15-硅胶-黑-前景图.png', true],
  ['图/.DS_Store', true],
  ['图/thumbs.DB', true],
  ['desktop.ini', true],
  ['图/苹果-15-硅胶-黑-前景图.png', false],
  ['说明.txt', false],
])('the file %s is recognised as one of the operating system: %s', (path, expected) => {
  expect(isSystemFile(path)).toBe(expected)
})
