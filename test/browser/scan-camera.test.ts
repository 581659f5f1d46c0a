/** 扫码 with a camera that plays a label, in a browser without a reader of codes of its own, as the client on Windows is. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { pieceCode } from '../../contract/rules/piece-code'
import { drawLabel, labelSize } from '../../imaging/labels/draw-label'
import { accessibilityFindings } from './support/axe'
import { newPage, openBrowser } from './support/browser'
import { enterWith, tokenOf } from './support/shop'

/** No piece has it, so that the server's answer names it. */
const code = pieceCode([1, 2, 3, 4, 5, 6, 7])
const baseUrl = inject('baseUrl')
let folder: string
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kejiang-camera-'))
  token = await tokenOf(baseUrl, 'demo', 'kejiang-demo')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Writes a film of one picture as Chromium's camera reads it: YUV4MPEG2 with colours at half the size, a label turned on a table. */
async function filmOfLabel(): Promise<string> {
  const dots = 4
  const canvas = createCanvas(labelSize.widthMm * dots, labelSize.heightMm * dots)
  const label = {
    code,
    orderNumber: '4502938475610293847',
    phone: '小米 14',
    material: '硅胶 · 黑',
    slot: 'S1',
    sheet: 'B0001 1/1',
  }
  drawLabel(canvas.getContext('2d') as never, { ...label, number: '', shop: '' }, dots)
  const turned = await sharp(canvas.toBuffer('image/png')).rotate(20, { background: '#777' }).png().toBuffer()
  const [width, height] = [640, 480]
  const onTable = await sharp({ create: { width, height, channels: 3, background: '#777' } })
    .composite([{ input: turned, left: 60, top: 30 }])
    .png()
    .toBuffer()
  const grey = await sharp(onTable).blur(1).toColourspace('b-w').raw().toBuffer()
  const path = join(folder, 'label.y4m')
  const neutral = Buffer.alloc((width * height) / 2, 128)
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`
  await writeFile(path, Buffer.concat([Buffer.from(head), grey.subarray(0, width * height), neutral]))
  return path
}

test('a label before the camera is scanned once while it stays there, though the browser has no reader of its own', async () => {
  const film = await filmOfLabel()
  const browser = await openBrowser([
    '--disable-gpu',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ])
  try {
    const { page, complaints } = await newPage(browser)
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'))
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await enterWith(page, baseUrl, token, '/app/print_floor/scan')
    await page.getByRole('button', { name: '用摄像头扫' }).waitFor()
    const before = scripts.filter((url) => url.endsWith('.js')).length
    let looks = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/print_pieces/scan')) looks += 1
    })
    await page.getByRole('button', { name: '用摄像头扫' }).click()
    await page.getByLabel('摄像头的画面').waitFor()
    const answer = page.getByRole('region', { name: '扫到的件' })
    await answer
      .getByRole('alert')
      .filter({ hasText: `没有件码 ${code}` })
      .waitFor()
    // The reader of codes is fetched when the camera is opened.
    expect(scripts.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(before)
    expect(await accessibilityFindings(page)).toEqual([])
    // The field takes the next scan of a scanner meanwhile.
    await page.keyboard.type('12345')
    await page.keyboard.press('Enter')
    await answer.getByRole('alert').filter({ hasText: '不是件码' }).waitFor()
    expect(looks).toBe(2)
    await page.getByRole('button', { name: '关掉摄像头' }).click()
    await page.getByLabel('摄像头的画面').waitFor({ state: 'detached' })
    expect(complaints.filter((line) => !line.includes('Failed to load resource'))).toEqual([])
  } finally {
    await browser.close()
  }
})

test('without a camera the words say why, and typing goes on', async () => {
  const { page } = await newPage(await openBrowser())
  try {
    await enterWith(page, baseUrl, token, '/app/print_floor/scan')
    await page.getByRole('button', { name: '用摄像头扫' }).click()
    await page.getByText(/没有找到摄像头|没有允许用摄像头/).waitFor()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: '扫到的件' }).getByRole('alert').filter({ hasText: code }).waitFor()
    expect(await accessibilityFindings(page)).toEqual([])
  } finally {
    await page.context().close()
  }
})
