import { expect, test } from 'vitest'
import { missingReason } from '../../../plates/picture-facts'
import { layerTexts, type Snapshot, templateText } from './snapshot-texts'

const snapshot = (change: Partial<Snapshot>): Snapshot => ({
  templateId: null,
  templateName: null,
  templateRevision: null,
  layers: null,
  canvas: null,
  wireframe: null,
  ...change,
})

test('templateText names a template with its version as it was when the order came in', () => {
  expect(templateText(snapshot({ templateId: 3, templateName: '夏日海浪', templateRevision: 4 }))).toBe('夏日海浪（第 4 版）')
  expect(templateText(snapshot({ templateId: 3 }))).toBe('模板 3')
  expect([templateText(undefined), templateText(snapshot({}))]).toEqual(['没有随订单提供', '没有随订单提供'])
})

test('layerTexts lists layers from the top down', () => {
  const layers = [
    { type: 'IMAGE', isBackground: true },
    { type: 'IMAGE', isUserUploadImage: true },
    { type: 'AI_CUTOUT' },
    { type: 'TEXT', text: '生日\n快乐', fontName: '站酷快乐体' },
    { type: 'TEXT', text: '长'.repeat(40) },
    { type: 'IMAGE' },
  ]
  expect(layerTexts(snapshot({ layers }))).toEqual([
    '图片',
    `文字「${'长'.repeat(30)}…」`,
    '文字「生日 快乐」，站酷快乐体',
    '抠图图片',
    '上传的图片',
    '背景图',
  ])
  expect(layerTexts(snapshot({}))).toEqual([])
})

test('missingReason gives a reason and a remedy for a picture that does not load', () => {
  expect([0, 404, 403, 503, 418, 200].map((status) => missingReason(status).slice(0, 9))).toEqual([
    '没有连上图片服务器',
    '图片已经不在图片服',
    '图片服务器不允许读',
    '图片服务器出错（5',
    '图片服务器没有给出',
    '图片文件已损坏，无',
  ])
})
