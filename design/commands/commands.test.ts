import { describe, expect, test } from 'vitest'
import { maxLayers } from '../../contract/constants'
import type { DesignDoc } from '../model/types'
import { docOf, image, text, uuidsOf } from '../test/make'
import { flipLayers, markCutout, setHidden, setLocked, unmarkCutout } from './appearance'
import { layerDown, layerTo, layerToBottom, layerToTop, layerUp } from './arrange'
import { setBackground, unsetBackground } from './background'
import type { Outcome } from './command'
import { addLayers, duplicateLayers, pasteLayers, removeLayers, renameLayer, replaceImage, tooManyLayers } from './layers'
import { renameTemplate, setPreview, setSettings } from './settings'
import { nudge, rotateLayers, scaleStep, transformLayers } from './transform'

const background = image('bg', { isBackground: true, left: -272, top: 0, width: 1044, height: 1044 })
const doc = docOf(background, image('a', { left: 10, top: 20, id: 5 }), image('locked', { locked: true }), text('t'))

function docAfter(outcome: Outcome): DesignDoc {
  if (!outcome.ok) throw new Error(`refused: ${outcome.message}`)
  return outcome.doc
}
const layerIn = (outcome: Outcome, uuid: string) => docAfter(outcome).layers.find((layer) => layer.uuid === uuid)

describe('locked and background layers', () => {
  const placementOf = (uuid: string) => ({ uuid, left: 1, top: 2, width: 70, height: 70, rotation: 9 })
  test('a locked layer and a background cannot be moved, scaled or rotated', () => {
    for (const [uuid, message] of [
      ['locked', '图层已锁定，请先解锁'],
      ['bg', '背景图层不能移动、缩放或旋转'],
    ] as const) {
      const refused = { ok: false, message }
      expect(transformLayers.run(doc, { placements: [placementOf(uuid)] })).toEqual(refused)
      expect(nudge.run(doc, { uuids: [uuid], dx: 1, dy: 0 })).toEqual(refused)
      expect(scaleStep.run(doc, { uuids: [uuid], factor: 1.05 })).toEqual(refused)
      expect(rotateLayers.run(doc, { uuids: [uuid], degrees: 90 })).toEqual(refused)
      expect(nudge.enabled?.(doc, [uuid])).toBe(false)
    }
  })
  test('locked layers and the background stay in place when they are named among other layers', () => {
    const next = docAfter(transformLayers.run(doc, { placements: [placementOf('a'), placementOf('locked'), placementOf('bg')] }))
    expect(next.layers[1]).toMatchObject({ left: 1, top: 2, width: 70, rotation: 9 })
    expect([next.layers[0], next.layers[2], next.layers[3]]).toEqual([doc.layers[0], doc.layers[2], doc.layers[3]])
    expect(next.layers[2]).toBe(doc.layers[2])
  })
  test('a locked layer cannot be removed, flipped, replaced or made the background', () => {
    const refused = { ok: false, message: '图层已锁定，请先解锁' }
    const picture = { fileId: 2, url: '/files/n.png', name: 'n.png', width: 10, height: 10 }
    expect(removeLayers.run(doc, { uuids: ['locked'] })).toEqual(refused)
    expect(flipLayers.run(doc, { uuids: ['locked'], axis: 'vertical' })).toEqual(refused)
    expect(replaceImage.run(doc, { uuid: 'locked', picture })).toEqual(refused)
    expect(setBackground.run(doc, { uuid: 'locked' })).toEqual(refused)
    expect(uuidsOf(docAfter(removeLayers.run(doc, { uuids: ['locked', 'a'] })))).toEqual(['bg', 'locked', 't'])
  })
  test('a background can be removed', () => {
    expect(uuidsOf(docAfter(removeLayers.run(doc, { uuids: ['bg'] })))).toEqual(['a', 'locked', 't'])
  })
})

describe('placing', () => {
  test('a step that places layers is named after what changed', () => {
    const a = { uuid: 'a', left: 10, top: 20, width: 100, height: 100, rotation: 0 }
    const label = (change: Partial<typeof a>) => {
      const outcome = transformLayers.run(doc, { placements: [{ ...a, ...change }] })
      return outcome.ok && outcome.label
    }
    expect([label({ left: 11 }), label({ width: 120, left: 5 }), label({ rotation: 8, left: 5 })]).toEqual([
      '移动图层',
      '缩放图层',
      '旋转图层',
    ])
  })
  test('placing a layer where it is returns the same document', () => {
    const [, a] = doc.layers
    expect(a && docAfter(transformLayers.run(doc, { placements: [a] }))).toBe(doc)
    expect(transformLayers.run(doc, { placements: [] })).toEqual({ ok: false, message: '' })
  })
  test('scaling keeps the centre and says when the layer cannot become smaller', () => {
    expect(layerIn(scaleStep.run(doc, { uuids: ['a'], factor: 1.05 }), 'a')).toMatchObject({ left: 7.5, top: 17.5, width: 105 })
    const small = docOf(image('s', { width: 60, height: 60 }))
    expect(scaleStep.run(small, { uuids: ['s'], factor: 0.95 })).toEqual({ ok: false, message: '图层已缩放到最小尺寸' })
  })
  test('rotating turns the selection about its centre', () => {
    expect(layerIn(rotateLayers.run(doc, { uuids: ['a'], degrees: 89 }), 'a')?.rotation).toBe(90)
  })
})

describe('adding and copying', () => {
  test('added layers are put on top and selected', () => {
    const outcome = addLayers.run(doc, { layers: [image('n')] })
    expect(uuidsOf(docAfter(outcome))).toEqual(['bg', 'a', 'locked', 't', 'n'])
    expect(outcome).toMatchObject({ select: ['n'] })
  })
  test('layers can be added under others, but never under the background', () => {
    const at = (...under: string[]) => uuidsOf(docAfter(addLayers.run(doc, { layers: [image('n')], under })))
    expect(at('t', 'locked')).toEqual(['bg', 'a', 'n', 'locked', 't'])
    expect(at('gone', 'bg')).toEqual(['bg', 'a', 'locked', 't', 'n'])
    expect(at('bg', 'a')).toEqual(['bg', 'n', 'a', 'locked', 't'])
  })
  test('adding more layers than the server stores is refused', () => {
    const full = docOf(...Array.from({ length: maxLayers }, (_, i) => image(`l${i}`)))
    expect(addLayers.run(full, { layers: [image('n')] })).toEqual({ ok: false, message: tooManyLayers })
    expect(duplicateLayers.run(full, { copies: [{ originalUuid: 'l0', uuid: 'n' }] })).toEqual({
      ok: false,
      message: tooManyLayers,
    })
  })
  test('a duplicate is offset, has a new uuid and no id', () => {
    const outcome = duplicateLayers.run(doc, { copies: [{ originalUuid: 'a', uuid: 'a2' }] })
    expect(layerIn(outcome, 'a2')).toMatchObject({ id: null, left: 11, top: 22 })
    expect(outcome).toMatchObject({ select: ['a2'] })
    const copiedGround = layerIn(duplicateLayers.run(doc, { copies: [{ originalUuid: 'bg', uuid: 'bg2' }] }), 'bg2')
    expect(copiedGround?.isBackground).toBe(false)
  })
  test('pasted layers that would lie off the canvas are put in its middle', () => {
    const far = image('far', { left: 3000, top: 100 })
    expect(layerIn(pasteLayers.run(doc, { layers: [far], uuids: ['p'] }), 'p')).toMatchObject({ left: 200, top: 472 })
    expect(pasteLayers.run(doc, { layers: [], uuids: [] })).toEqual({ ok: false, message: '' })
  })
  test('replacing a picture keeps its position', () => {
    const picture = { fileId: 2, url: '/files/n.png', name: 'n.png', width: 200, height: 100 }
    expect(layerIn(replaceImage.run(doc, { uuid: 'a', picture }), 'a')).toMatchObject({
      imageFileId: 2,
      left: 10,
      top: 45,
      width: 100,
      height: 50,
      originalWidth: 200,
      id: 5,
    })
    expect(replaceImage.run(doc, { uuid: 't', picture })).toMatchObject({ ok: false })
  })
  test('a layer can be renamed, but not to an empty name', () => {
    expect(layerIn(renameLayer.run(doc, { uuid: 'a', name: ' 小猫 ' }), 'a')?.name).toBe('小猫')
    expect(renameLayer.run(doc, { uuid: 'a', name: '  ' })).toEqual({ ok: false, message: '请输入图层名称' })
  })
})

describe('ordering', () => {
  test('reordering reports success, and the top and bottom when nothing can move', () => {
    expect(layerUp.run(doc, { uuids: ['a'] })).toMatchObject({ ok: true, message: '移动图层成功~' })
    expect(layerDown.run(doc, { uuids: ['a'] })).toEqual({ ok: false, message: '图层已在最底层' })
    expect(layerUp.run(doc, { uuids: ['t'] })).toEqual({ ok: false, message: '图层已在最顶层' })
    expect(uuidsOf(docAfter(layerToTop.run(doc, { uuids: ['a'] })))).toEqual(['bg', 'locked', 't', 'a'])
    expect(uuidsOf(docAfter(layerToBottom.run(doc, { uuids: ['t'] })))).toEqual(['bg', 't', 'a', 'locked'])
    expect(layerTo.run(doc, { uuid: 't', index: 0 })).toMatchObject({ message: '移动图层成功~' })
    expect(layerTo.run(doc, { uuid: 'a', index: 0 })).toEqual({ ok: false, message: '图层已在最底层' })
    expect(layerTo.run(doc, { uuid: 'a', index: 1 })).toEqual({ ok: true, doc })
    expect([layerUp.enabled?.(doc, ['bg']), layerUp.enabled?.(doc, ['t'])]).toEqual([false, true])
  })
})

describe('appearance', () => {
  test('a layer can be made the background and unset again', () => {
    const next = docAfter(setBackground.run(doc, { uuid: 'a' }))
    expect(uuidsOf(next)).toEqual(['a', 'bg', 'locked', 't'])
    expect(next.layers.filter((layer) => layer.isBackground).map((layer) => layer.uuid)).toEqual(['a'])
    expect(docAfter(unsetBackground.run(next, {})).layers.some((layer) => layer.isBackground)).toBe(false)
    expect(setBackground.run(doc, { uuid: 't' })).toEqual({ ok: false, message: '只有图片图层可以设为背景' })
    expect(setBackground.run(doc, { uuid: 'bg' })).toEqual({ ok: true, doc })
    expect([setBackground.enabled?.(doc, ['a']), setBackground.enabled?.(doc, ['a', 't'])]).toEqual([true, false])
  })
  test('layers can be locked, hidden and flipped', () => {
    expect(layerIn(setLocked.run(doc, { uuids: ['locked'], locked: false }), 'locked')?.locked).toBe(false)
    expect(setLocked.run(doc, { uuids: ['locked'], locked: true })).toMatchObject({ doc, label: '锁定图层' })
    expect(layerIn(setHidden.run(doc, { uuids: ['bg'], hidden: true }), 'bg')?.hidden).toBe(true)
    const flipped = flipLayers.run(doc, { uuids: ['a', 'bg'], axis: 'horizontal' })
    expect([layerIn(flipped, 'a')?.horizontalFlip, layerIn(flipped, 'bg')?.horizontalFlip]).toEqual([true, true])
    expect(docAfter(flipLayers.run(docAfter(flipped), { uuids: ['a', 'bg'], axis: 'horizontal' }))).toEqual(doc)
  })
  test('marking a layer as cutout clears its id, and the mark can be removed', () => {
    const marked = docAfter(markCutout.run(doc, { uuid: 'a', aiCutoutType: 'head' }))
    expect(marked.layers[1]).toMatchObject({ type: 'AI_CUTOUT', id: null, aiCutoutType: 'head' })
    const back = docAfter(unmarkCutout.run(marked, { uuid: 'a' }))
    expect(back.layers[1]).toEqual({ ...doc.layers[1], id: null })
    expect(markCutout.run(doc, { uuid: 'bg', aiCutoutType: 'head' })).toMatchObject({ ok: false })
    expect(markCutout.run(doc, { uuid: 't', aiCutoutType: 'head' })).toMatchObject({ ok: false })
    expect(layerIn(markCutout.run(marked, { uuid: 'a', aiCutoutType: 'body' }), 'a')).toMatchObject({ aiCutoutType: 'body' })
  })
  test('a setting that is the same already returns the same document', () => {
    expect(docAfter(setPreview.run(doc, { phoneModelId: null, materialColorId: null }))).toBe(doc)
    expect(docAfter(setPreview.run(doc, { phoneModelId: 3, materialColorId: 4 })).previewPhoneModelId).toBe(3)
    expect(docAfter(setSettings.run(doc, { boundDesignAssetCollectionIds: [1] })).boundDesignAssetCollectionIds).toEqual([1])
  })
})

describe('the name of a template', () => {
  const named = (name: string) => docAfter(renameTemplate.run(doc, { name })).name

  test('the name of a template is trimmed and can be removed', () => {
    expect(named('  夏日 花朵 ')).toBe('夏日 花朵')
    expect(named('   ')).toBe('')
  })

  test('the name of a template is shortened to what the server accepts, never inside a character', () => {
    expect(named('长'.repeat(300))).toHaveLength(100)
    expect(named(`${'长'.repeat(99)}🌸🌸`)).toBe('长'.repeat(99))
    expect(docAfter(renameLayer.run(doc, { uuid: 'a', name: '🌸'.repeat(80) })).layers[1]?.name).toBe('🌸'.repeat(50))
  })
})
