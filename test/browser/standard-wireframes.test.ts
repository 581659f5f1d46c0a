/** Standard wireframes in the list: their mark, and the seller's word that they were checked. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { WireframesPage } from './pages/wireframes-page'
import { journey } from './support/journey'

let page: Page
let complaints: string[]
let wireframes: WireframesPage
let path: string

const seller = journey('毫米店', (opened) => {
  ;({ page, complaints } = opened)
  wireframes = new WireframesPage(page)
})
const { call } = seller

interface Added {
  readonly phones: readonly { readonly brandId: number }[]
}

beforeAll(async () => {
  const added = await call<Added>('POST', '/api/phone_library', {
    phones: ['苹果 iPhone 15', '苹果 iPhone 16'],
    colorIds: [],
    materials: [{ name: '透明软壳', colors: [{ name: '透明', defaultBackgroundColor: '#e9edf1' }] }],
    wireframes: true,
    enabled: true,
  })
  path = `/app/phone_case_material/wireframe?brand=${added.phones[0]?.brandId}&model=all`
})

test('a standard wireframe is marked until the seller says that it was checked, one at a time or many, and can take that back', async () => {
  await seller.visit(path)
  const marks = wireframes.rows.getByText('标准线框', { exact: true })
  await expect.poll(() => marks.count()).toBe(2)
  await page.getByText('2 张标准线框待核对').waitFor()
  await wireframes
    .row('iPhone 15')
    .getByRole('button', { name: /已核对/ })
    .click()
  await expect.poll(() => marks.count()).toBe(1)
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await expect.poll(() => marks.count()).toBe(2)

  await wireframes.tickPage()
  await wireframes.runBulkAction('标为已核对')
  await expect.poll(() => marks.count()).toBe(0)
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await expect.poll(() => marks.count()).toBe(2)

  await page.getByRole('button', { name: '清空', exact: true }).click()
  await wireframes.open('iPhone 16')
  await wireframes.form.getByText('标准线框，请与工厂模具核对').waitFor()
  await wireframes.form.getByRole('button', { name: '已核对' }).click()
  await wireframes.form.getByText('标准线框，请与工厂模具核对').waitFor({ state: 'hidden' })
  await expect.poll(() => marks.count()).toBe(1)
  expect(complaints).toEqual([])
})
