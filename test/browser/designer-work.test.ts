/** A seller's work in the designer on the running product: adding pictures and arranging layers, also by keyboard alone. */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { designerSuite, type OpenDesign } from './support/designer'
import { jpegPicture, pngPicture } from './support/pictures'

const suite = designerSuite('设计器 操作')
const newDesign = () => suite.open('new')

const undoable = ({ designer }: Pick<OpenDesign, 'designer'>) => designer.button('撤销').isEnabled()

describe('the order of the layer list', () => {
  test('the layer list is sorted by mouse and keyboard; no layer goes below the background, and a message says so', async () => {
    const { designer, page, complaints } = await newDesign()
    for (const name of ['底.png', '中.png', '上.png']) await designer.upload(await pngPicture(name, 64, 64))
    await designer.select('底')
    await designer.button('设为背景').click()
    await page.locator('.designer-layer-main').filter({ hasText: '背景' }).waitFor()
    const handle = (name: string) => designer.button(`拖动调整「${name}」的顺序`)
    const middleOf = async (name: string) => {
      const box = await page.locator('.designer-layer').filter({ hasText: name }).boundingBox()
      if (!box) throw new Error(`no row ${name}`)
      return box.y + box.height / 2
    }
    const dragTo = async (name: string, onto: string) => {
      const grip = await handle(name).boundingBox()
      if (!grip) throw new Error(`no handle ${name}`)
      const from = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 }
      await designer.drag(from, { x: 0, y: (await middleOf(onto)) - from.y })
    }
    const background = await middleOf('底')
    await dragTo('上', '底')
    await designer.message('移动图层成功~').waitFor()
    expect(await designer.names()).toEqual(['中', '上', '底'])
    expect(await middleOf('底')).toBe(background)

    await dragTo('上', '底')
    await designer.message('图层已在最底层').waitFor()
    expect(await designer.names()).toEqual(['中', '上', '底'])
    await designer.message('图层已在最底层').waitFor({ state: 'detached' })

    await handle('上').focus()
    await page.keyboard.press('Space')
    await page.getByText('图层「上」移到从上往下第 2 层').waitFor({ state: 'attached' })
    const before = await middleOf('上')
    await page.keyboard.press('ArrowDown')
    // The announcement stays the same above the background, so the row itself shows that it has moved.
    await expect.poll(() => middleOf('上')).toBeGreaterThan(before + 20)
    await page.keyboard.press('Space')
    await designer.message('图层已在最底层').waitFor()
    expect(await designer.names()).toEqual(['中', '上', '底'])
    expect(complaints).toEqual([])
  })
})

describe('adding pictures', () => {
  test('pictures are added by the upload button, by drop and by paste', async () => {
    const { designer, complaints } = await newDesign()
    await designer.upload(await pngPicture('按钮.png', 64, 64))
    await designer.drop(await pngPicture('拖入.png', 64, 64), await jpegPicture('拖入照片.jpg', 60, 90))
    await designer.layer('拖入照片').waitFor()
    await designer.layer('拖入').first().waitFor()
    // A picture layer is selected: a pasted picture may replace its picture.
    await designer.paste(await pngPicture('粘贴.png', 64, 64))
    await designer.button('添加为新图层').click()
    await designer.layer('粘贴').waitFor()
    const before = await designer.layerBox()
    await designer.paste(await pngPicture('换上.png', 64, 64))
    await designer.button('替换图片', designer.dialogWith('替换「粘贴」的图片？')).click()
    await designer.layer('换上').waitFor()
    expect(await designer.layerBox()).toEqual(before)
    await designer.button('撤销').click()
    await designer.layer('粘贴').waitFor()
    expect((await designer.names()).sort()).toEqual(['拖入', '拖入照片', '按钮', '粘贴'].sort())
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('uploaded pictures lie in the order in which they were chosen, whichever arrives first', async () => {
    const { designer, page, complaints } = await newDesign()
    let letGo: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let forms = 0
    await page.route('**/api/files/upload_form', async (route) => {
      if (forms++ === 0) await released
      await route.continue()
    })
    const pictures = [await pngPicture('甲.png', 64, 64), await pngPicture('乙.png', 64, 64), await pngPicture('丙.png', 64, 64)]
    await page.locator('.designer-upload input[type=file]').setInputFiles(pictures)
    await designer.layer('乙').waitFor()
    await designer.layer('丙').waitFor()
    letGo()
    await designer.layer('甲').waitFor()
    expect(await designer.names()).toEqual(['丙', '乙', '甲'])
    await designer.button('撤销').click()
    await designer.layer('甲').waitFor({ state: 'detached' })
    expect(await designer.names()).toEqual(['丙', '乙'])
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)(
    'files that are no valid pictures are refused in the list, and the valid ones beside them arrive',
    async () => {
      const { designer, page, complaints } = await newDesign()
      // The files are written to disk, because sending thirty megabytes through the browser driver would take longer than the rest
      // of the test.
      const folder = await mkdtemp(join(tmpdir(), 'kejiang-pictures-'))
      const files: readonly (readonly [string, Buffer])[] = [
        ['好的一.png', (await pngPicture('好的一.png', 64, 64)).buffer],
        ['坏的.png', Buffer.alloc(5000, 7)],
        ['巨大.png', Buffer.alloc(0)],
        ['说明.txt', Buffer.from('不是图片')],
        ['好的二.png', (await pngPicture('好的二.png', 64, 64)).buffer],
      ]
      for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
      await truncate(join(folder, '巨大.png'), 31 * 1024 * 1024)
      await page.locator('.designer-upload input[type=file]').setInputFiles(files.map(([name]) => join(folder, name)))
      await designer.layer('好的一').waitFor()
      await designer.layer('好的二').waitFor()
      const row = (name: string) => page.locator('.designer-upload-row').filter({ hasText: name })
      await row('坏的.png').getByRole('alert').waitFor()
      expect(await row('坏的.png').getByRole('alert').textContent()).toMatch(/图片|格式/)
      expect(await row('巨大.png').getByRole('alert').textContent()).toContain('30 MB')
      expect(await row('说明.txt').getByRole('alert').textContent()).toContain('不是支持的图片格式')
      expect(await row('说明.txt').getByRole('button', { name: '重试' }).count()).toBe(0)
      expect(await designer.layers.count()).toBe(2)
      for (const name of ['坏的.png', '巨大.png', '说明.txt']) await designer.button(`移除「${name}」`).click()
      expect(await page.locator('.designer-upload-row').count()).toBe(0)
      await rm(folder, { recursive: true })
      // Chromium prints a line for the 4xx response to the upload that is no picture.
      expect(complaints.filter((line) => !line.includes('Failed to load resource'))).toEqual([])
    },
  )

  test.runIf(allTests)('an upload is cancelled while it runs, and retried after the network failed', async () => {
    const { designer, page } = await newDesign()
    let answer: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/files/upload_form', async (route) => {
      await released
      await route.continue().catch(() => undefined)
    })
    const input = page.locator('.designer-upload input[type=file]')
    await input.setInputFiles([await pngPicture('取消.png', 64, 64)])
    await designer.button('取消上传「取消.png」').click()
    answer()
    await page.unroute('**/api/files/upload_form')
    await page.route('**/api/files/upload_form', (route) => route.abort())
    await input.setInputFiles([await pngPicture('断线.png', 64, 64)])
    await designer.button('重新上传「断线.png」').waitFor()
    await page.unroute('**/api/files/upload_form')
    await designer.button('重新上传「断线.png」').click()
    await designer.layer('断线').waitFor()
    expect(await designer.names()).toEqual(['断线'])
  })
})

describe('editing layers', () => {
  test('layers are reordered, copied, locked, hidden, flipped and deleted, then all is undone and redone', async () => {
    const { designer, page, complaints } = await newDesign()
    await designer.upload(await pngPicture('一.png', 64, 64))
    await designer.upload(await pngPicture('二.png', 64, 64))
    await designer.select('二')
    await designer.button('上移一层').click()
    await designer.message('图层已在最顶层').waitFor()
    await designer.button('下移一层').click()
    await designer.message('移动图层成功~').waitFor()
    expect(await designer.names()).toEqual(['一', '二'])
    await designer.button('下移一层').click()
    await designer.message('图层已在最底层').waitFor()
    await designer.select('一')
    await designer.button('设为背景').click()
    expect(await designer.names()).toEqual(['二', '一'])
    await designer.select('二')
    await designer.button('下移一层').click()
    expect(await designer.names()).toEqual(['二', '一'])

    const before = await designer.layerBox()
    await designer.button('复制图层').click()
    await page.waitForFunction(() => document.querySelectorAll('.designer-layer').length === 3)
    const copy = await designer.layerBox()
    expect(copy.left).toBeCloseTo(before.left * 1.1, 0)
    await designer.button('水平翻转').click()
    await designer.button('锁定').click()
    expect(await designer.field('左（像素）').isDisabled()).toBe(true)
    await page.keyboard.press('Delete')
    expect((await designer.names()).length).toBe(3)
    await designer.button('解锁').click()
    await page.keyboard.press('Delete')
    await page.waitForFunction(() => document.querySelectorAll('.designer-layer').length === 2)

    const backdrop = designer.layer('一')
    await backdrop.click()
    expect(await designer.field('宽（像素）').isDisabled()).toBe(true)
    await designer.button('隐藏「二」').click()
    await designer.button('显示「二」').waitFor()
    for (let steps = 0; await undoable({ designer }); steps++) {
      expect(steps).toBeLessThan(20)
      await page.keyboard.press('Control+z')
    }
    expect(await designer.names()).toEqual([])
    for (let steps = 0; await designer.button('重做').isEnabled(); steps++) {
      expect(steps).toBeLessThan(20)
      await page.keyboard.press('Control+Shift+z')
    }
    expect(await designer.names()).toEqual(['二', '一'])
    await designer.button('显示「二」').waitFor()
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)(
    'undo goes back 19 steps and no further, and a new edit drops the steps that could be redone',
    async () => {
      const { designer, page, complaints } = await newDesign()
      await designer.upload(await pngPicture('一.png', 64, 64))
      await designer.select('一')
      const { left } = await designer.layerBox()
      for (let i = 0; i < 25; i++) await page.keyboard.press('ArrowRight')
      expect((await designer.layerBox()).left).toBe(left + 25)
      let steps = 0
      for (; await undoable({ designer }); steps++) await designer.button('撤销').click()
      expect(steps).toBe(19)
      expect((await designer.layerBox()).left).toBe(left + 6)
      await designer.button('重做').click()
      await page.keyboard.press('ArrowLeft')
      expect(await designer.button('重做').isEnabled()).toBe(false)
      expect(complaints).toEqual([])
    },
  )

  test('a drag and a held key are one step each; the position fields follow the drag and can be typed into', async () => {
    const { designer, page, complaints } = await newDesign()
    await designer.upload(await pngPicture('一.png', 64, 64))
    await designer.select('一')
    const before = await designer.layerBox()
    const [a, b] = [await designer.handleAt(0), await designer.handleAt(4)]
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x + 60, middle.y + 40, { steps: 6 })
    await page.waitForFunction(
      (left) => Number(document.querySelector<HTMLInputElement>('input[aria-label="左（像素）"]')?.value) > left + 10,
      before.left,
    )
    await page.mouse.up()
    const dragged = await designer.layerBox()
    for (let i = 0; i < 8; i++) await page.keyboard.down('ArrowDown')
    await page.keyboard.up('ArrowDown')
    expect((await designer.layerBox()).top).toBeCloseTo(dragged.top + 8, 3)
    await page.keyboard.press('Control+z')
    expect(await designer.layerBox()).toEqual(dragged)
    await page.keyboard.press('Control+z')
    expect(await designer.layerBox()).toEqual(before)

    // Typed numbers are applied exactly, invalid ones are refused, and letters typed in a field never move a layer.
    const type = async (name: string, text: string) => {
      await designer.field(name).fill(text)
      await designer.field(name).press('Enter')
    }
    await type('左（像素）', '-12.5')
    await type('宽（像素）', '200')
    await type('旋转（度）', '33.33')
    expect(await designer.layerBox()).toMatchObject({ left: -12.5, width: 200, height: 200, rotation: 33.33 })
    await type('宽（像素）', '10')
    expect((await designer.layerBox()).width).toBe(60)
    await type('旋转（度）', '0')
    await type('左（像素）', '-12.5')
    await type('左（像素）', '左边')
    await type('高（像素）', '-5')
    expect(await designer.layerBox()).toMatchObject({ left: -12.5, height: 60 })
    await designer.field('图层名称').fill('wasd')
    await designer.field('图层名称').press('ArrowLeft')
    await designer.field('图层名称').press('Backspace')
    expect(await designer.layerBox()).toMatchObject({ left: -12.5 })
    expect(await designer.layers.count()).toBe(1)
    await page.keyboard.press('Enter')
    await designer.layer('wad').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('without a mouse', () => {
  test('a seller names, fills, arranges, saves and closes a design by keyboard alone', async () => {
    const { designer, page, complaints } = await suite.open('new', { agreed: false })
    const title = designer.button(/^重命名模板/)
    await title.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('键盘做的 🌸')
    await page.keyboard.press('Enter')
    await designer.button('重命名模板「键盘做的 🌸」').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('重命名模板')

    const chooser = page.waitForEvent('filechooser')
    await designer.button('上传图片').last().focus()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles([await pngPicture('一.png', 64, 64), await pngPicture('二.png', 64, 64)])
    await designer.layer('一').waitFor()
    await designer.layer('二').waitFor()
    const [top] = await designer.names()
    await designer.layer(top ?? '').focus()
    await page.keyboard.press('Enter')
    const before = await designer.layerBox()
    await page.keyboard.press('ArrowRight')
    expect((await designer.layerBox()).left).toBe(before.left + 1)
    await designer.button('下移一层').focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction((name) => document.querySelector('.designer-layer-name')?.textContent !== name, top)

    await page.keyboard.press('Control+s')
    // A picture 64 px wide would be printed blurred, so the designer asks first.
    const checks = designer.dialogWith('保存前请检查')
    await checks.waitFor()
    await checks.getByRole('button', { name: '仍然保存' }).focus()
    await page.keyboard.press('Enter')
    const agreement = designer.dialogWith('服务协议')
    await agreement.waitFor()
    await agreement.getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await agreement.getByRole('button', { name: '同意并保存' }).focus()
    await page.keyboard.press('Enter')
    const shelf = designer.dialogWith('现在就上架吗')
    await shelf.getByRole('button', { name: '先保存，不上架' }).focus()
    await page.keyboard.press('Enter')
    await designer.message('新增设计模板成功').waitFor()
    // The dialog returns the focus only when it has been removed.
    await shelf.waitFor({ state: 'detached' })
    await designer.button('关闭设计器').focus()
    await page.keyboard.press('Enter')
    await designer.canvas.waitFor({ state: 'detached' })
    await page.locator('.card-name', { hasText: '键盘做的 🌸' }).waitFor()
    expect((await suite.shop.templates(suite.collectionId)).map((one) => one.name)).toContain('键盘做的 🌸')
    expect(complaints).toEqual([])
  })
})
