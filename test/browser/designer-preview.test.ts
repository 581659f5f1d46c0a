/** The phone on which a design is previewed: choices by SKU, the three phones used last, deleted phones, missing wireframes. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PhoneBrand, PhoneCaseMaterial, PhoneModel, Sku, Template } from '../../contract/types'
import { allTests } from '../setup/size'
import { designerSuite, type OpenOptions } from './support/designer'
import { layerRow } from './support/designs'
import { pngPicture } from './support/pictures'

const suite = designerSuite('设计器 预览')
/** The phones of the demo shop, brand by brand. */
let phones: readonly Phone[]
let materials: readonly PhoneCaseMaterial[]
let skus: readonly Sku[]
let design: Template

interface Phone {
  readonly brand: PhoneBrand
  readonly model: PhoneModel
}

beforeAll(async () => {
  const { shop } = suite
  const brands = await shop.call<PhoneBrand[]>('GET', '/api/phone_brands')
  materials = await shop.call('GET', '/api/phone_case_materials')
  const found: Phone[] = []
  for (const brand of brands) {
    const models = await shop.call<PhoneModel[]>('GET', `/api/phone_brands/${brand.id}/phone_models`)
    found.push(...models.map((model) => ({ brand, model })))
  }
  phones = found
  skus = await shop.call('GET', `/api/phone_case_skus?phoneModelIds=${phones.map(({ model }) => model.id).join(',')}`)
  const [first] = skus
  const stored = await shop.picture(await pngPicture('花.png', 64, 64))
  design = await suite.template([layerRow(stored, { uuid: '花', index: 0 })], {
    name: '预览',
    previewPhoneModelId: first?.phoneModelId ?? null,
    previewMaterialColorId: first?.materialColorId ?? null,
  })
})

/** The preview's button and the form that it opens. */
class PreviewForm {
  constructor(readonly page: Page) {}
  get button(): Locator {
    return this.page.locator('.designer-preview-button')
  }
  get form(): Locator {
    return this.page.getByRole('dialog', { name: '预览机型' })
  }
  get recent(): Locator {
    return this.form.getByRole('group', { name: '最近使用的机型' }).getByRole('button')
  }
  get warning(): Locator {
    return this.page.locator('.designer-preview .designer-warning')
  }
  async open(): Promise<void> {
    if (!(await this.form.isVisible())) await this.button.click()
    await this.form.waitFor()
  }
  /** Opens a list of choices, and returns for each choice whether it is enabled. */
  async options(label: string): Promise<Record<string, boolean>> {
    await this.#list(label)
    const shown = this.form.locator('.arco-select-option:visible')
    await shown.first().waitFor()
    const entries = await shown.evaluateAll((options) =>
      options.map((option) => [option.textContent ?? '', !option.classList.contains('arco-select-option-disabled')] as const),
    )
    await this.#list(label)
    await shown.first().waitFor({ state: 'hidden' })
    return Object.fromEntries(entries)
  }
  async choose(label: string, name: string): Promise<void> {
    await this.#list(label)
    const shown = this.form.locator('.arco-select-option:visible')
    await shown.getByText(name, { exact: true }).click()
    // While the list closes, its options are still visible and would be taken for those of the next list.
    await shown.first().waitFor({ state: 'hidden' })
  }
  async choosePhone({ brand, model }: Phone): Promise<void> {
    await this.choose('品牌', brand.name)
    await this.choose('机型', model.name)
    await this.button.filter({ hasText: `${model.name} ·` }).waitFor()
  }
  async #list(label: string): Promise<void> {
    await this.form.locator('.phone-form-row').filter({ hasText: label }).locator('.arco-select').click()
  }
}

/** Opens the saved design with these values in the browser's local storage. */
async function open({ stored = {}, ...options }: OpenOptions & { readonly stored?: Readonly<Record<string, unknown>> } = {}) {
  const opened = await suite.open(design.id, {
    ...options,
    async before(page) {
      await page.addInitScript((values) => {
        if (sessionStorage.getItem('prepared') !== null) return
        sessionStorage.setItem('prepared', 'yes')
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, JSON.stringify(value))
      }, stored)
      await options.before?.(page)
    },
  })
  return { ...opened, preview: new PreviewForm(opened.page) }
}

/** A phone in the form in which local storage holds it. */
const remembered = (id: number, modelName: string) => {
  const brand = phones[0]?.brand
  return { brandId: brand?.id, brandName: brand?.name, modelId: id, modelName }
}
const nameOf = (phone: Phone | undefined) => `${phone?.brand.name} ${phone?.model.name}`

describe('the phone of the preview', () => {
  test('the preview offers the materials and colours of which the model has SKUs, and disables the others', async () => {
    const skusOf = (model: PhoneModel) => skus.filter((sku) => sku.phoneModelId === model.id)
    const colours = (model: PhoneModel) => new Set(skusOf(model).map((sku) => sku.materialColorId))
    const partly = phones.find(({ model }) =>
      materials.some((material) => {
        const made = material.colors.filter((color) => colours(model).has(color.id)).length
        return made > 0 && made < material.colors.length
      }),
    )
    if (!partly) throw new Error('the demo shop offers every colour of every model')
    const { preview, designer, complaints } = await open()
    await preview.open()
    await preview.choosePhone(partly)
    const made = colours(partly.model)
    const expected = materials.map((material) => [material.name, material.colors.some((color) => made.has(color.id))])
    expect(await preview.options('材质')).toEqual(Object.fromEntries(expected))
    for (const material of materials) {
      if (!material.colors.some((color) => made.has(color.id))) continue
      await preview.choose('材质', material.name)
      await preview.button.filter({ hasText: material.name }).waitFor()
      const wanted = material.colors.map((color) => [color.name, made.has(color.id)])
      expect(await preview.options('颜色')).toEqual(Object.fromEntries(wanted))
    }
    // The design itself is unchanged: the layer has its position, and there is nothing to undo.
    expect(await designer.button('撤销').isEnabled()).toBe(false)
    await designer.select('花')
    expect(await designer.layerBox()).toMatchObject({ left: 100, top: 100, width: 200, height: 200 })
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('the last three preview phones are remembered for this seller alone', async () => {
    const ownKey = 'kejiang.recentPhones.demo'
    const others = [remembered(1, '别人的手机')]
    const { page, designer, preview } = await open({ stored: { 'kejiang.recentPhones.others': others } })
    await preview.open()
    expect(await preview.recent.count()).toBe(0)
    const [, second, third, fourth, fifth] = phones
    for (const phone of [second, third, fourth, fifth]) if (phone) await preview.choosePhone(phone)
    const names = [fifth, fourth, third].map(nameOf)
    expect(await preview.recent.allTextContents()).toEqual(names)
    await page.reload()
    await designer.ready()
    // The preview phone is saved with the template, so choosing another one is unsaved work.
    await designer.dialogWith('发现未保存的草稿').getByRole('button', { name: '丢弃' }).click()
    await designer.dialogWith('发现未保存的草稿').waitFor({ state: 'hidden' })
    await preview.open()
    expect(await preview.recent.allTextContents()).toEqual(names)
    await preview.recent.nth(2).click()
    await preview.button.filter({ hasText: `${third?.model.name} ·` }).waitFor()
    expect(await preview.recent.allTextContents()).toEqual([names[2], names[0], names[1]])
    expect(await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]').length, ownKey)).toBe(3)
  })

  test.runIf(allTests)('choosing a remembered phone that the shop no longer has shows 当前数据过期，请手动选择', async () => {
    const [alive] = phones
    const picks = [remembered(999_999_999, '停产的手机'), remembered(alive?.model.id ?? 0, alive?.model.name ?? '')]
    const { designer, preview } = await open({ stored: { 'kejiang.recentPhones.demo': picks } })
    await preview.open()
    const before = await preview.button.textContent()
    await preview.recent.filter({ hasText: '停产的手机' }).click()
    await designer.message('当前数据过期，请手动选择').waitFor()
    await preview.recent.filter({ hasText: '停产的手机' }).waitFor({ state: 'detached' })
    expect(await preview.recent.count()).toBe(1)
    expect(await preview.button.textContent()).toBe(before)
  })
})

describe('the wireframe of the preview', () => {
  test.runIf(allTests)('a wireframe that does not exist is reported as missing', async () => {
    const missing = { status: 404, json: { traceId: 't', code: 'not-found', message: '线框图不存在' } }
    const { preview, page } = await open({
      before: (one) => one.route('**/api/phone_case_wireframes/*', (route) => route.fulfill(missing)),
    })
    await preview.warning.filter({ hasText: '当前机型没有线框图' }).waitFor()
    expect(await page.getByText('线框图没有读取成功').count()).toBe(0)
  })

  test('a wireframe that failed to load is not reported as missing and can be loaded again', async () => {
    const path = '**/api/phone_case_wireframes/*'
    const { preview, page } = await open({ before: (one) => one.route(path, (route) => route.abort()) })
    await preview.warning.filter({ hasText: '线框图没有读取成功' }).waitFor()
    expect(await page.getByText('当前机型没有线框图').count()).toBe(0)
    await page.unroute(path)
    const read = page.waitForResponse((response) => response.url().includes('/api/phone_case_wireframes/') && response.ok())
    await preview.warning.getByRole('button', { name: '重试' }).click()
    await read
    await preview.warning.waitFor({ state: 'detached' })
  })
})

describe('the service agreement', () => {
  test('the service agreement is asked for at the first save on a machine and never again', async () => {
    const { designer, page } = await open({ agreed: false })
    const agreement = designer.dialogWith('服务协议')
    const { revision } = await suite.shop.template(design.id)
    await designer.rename('要先同意')
    await designer.button('保存').click()
    await agreement.waitFor()
    const agree = agreement.getByRole('button', { name: '同意并保存' })
    expect(await agree.isEnabled()).toBe(false)
    await agreement.getByRole('button', { name: '取消' }).click()
    await agreement.waitFor({ state: 'hidden' })
    expect((await suite.shop.template(design.id)).revision).toBe(revision)

    await designer.button('保存').click()
    await agreement.getByText('我已阅读并同意').click()
    await agree.click()
    await designer.message('保存成功').waitFor()
    expect((await suite.shop.template(design.id)).revision).toBe(revision + 1)

    await page.reload()
    await designer.ready()
    await designer.rename('不再问')
    await designer.button('保存').click()
    await page.locator('.designer-save-state.is-clean').waitFor()
    expect(await agreement.count()).toBe(0)
    expect((await suite.shop.template(design.id)).name).toBe('不再问')
  })
})
