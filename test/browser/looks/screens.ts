/** The screens whose looks are kept as pictures: addresses of the demo shop, with the gestures that open what is not in the address. */
import type { Page } from 'playwright-core'
import { assetCollectionsOf, galleryOf, helpPath, screens } from '../../../src/base/paths'
import { DesignerPage } from '../pages/designer-page'
import { TemplatesPage } from '../pages/templates-page'
import type { Caller } from '../support/shop'
import { fillFloor } from './floor'

export interface ScreenLook {
  /** Name of its picture. */
  readonly name: string
  readonly address: string
  readonly open?: (page: Page) => Promise<void>
  /** Makes what the screen shows; it stays in the demo shop for the screens that follow. */
  readonly before?: (call: Caller) => Promise<void>
  /** A part that differs from shop to shop, such as the code of a link; it is covered. */
  readonly changing?: string
  /** A phone of 390 × 844 px instead of a window of 1180 × 760. */
  readonly phone?: true
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()

async function openDesigner(page: Page): Promise<void> {
  await new TemplatesPage(page).open(/./)
  await new DesignerPage(page).ready()
}

async function openNames(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^「.*」的更多操作$/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '按名单定制' }).click()
  await page.getByRole('heading', { name: '按名单定制' }).waitFor()
}

/** A code of no piece is the same in every shop. */
async function scanSomething(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '件码' }).fill('P00000000')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: '扫到的件' }).getByRole('alert').waitFor()
}

/** `link` is the address of a link for buyers. */
export const looksOf = (link: string): readonly ScreenLook[] => [
  { name: 'home', address: screens.home() },
  { name: 'orders', address: screens.orders() },
  { name: 'orders-problem', address: screens.orders({ finding: 'problem' }) },
  {
    name: 'orders-ticked',
    address: screens.orders(),
    open: (page) => page.getByRole('checkbox', { name: '选择本页全部' }).click(),
  },
  { name: 'orders-none', address: screens.orders({ q: '没有这个订单' }) },
  { name: 'orders-sync', address: screens.orders({ dialog: 'sync' }) },
  { name: 'orders-import', address: screens.orders({ dialog: 'import' }) },
  { name: 'orders-create', address: screens.orders({ dialog: 'create' }) },
  { name: 'order', address: screens.orders(), open: press(/^查看.*的定制图$/) },
  { name: 'alarms', address: screens.alarms() },
  { name: 'approvals', address: screens.approvals() },
  { name: 'rules', address: screens.rules() },
  { name: 'rules-add', address: screens.rules({ dialog: 'add' }) },
  { name: 'products', address: screens.products() },
  { name: 'products-configure', address: screens.products(), open: press(/^配置/) },
  { name: 'products-sync', address: screens.products(), open: press('同步商品') },
  { name: 'links', address: screens.links() },
  { name: 'links-new', address: screens.newLink() },
  { name: 'links-qr', address: screens.links(), open: press(/二维码/), changing: '.links-qr' },
  { name: 'templates', address: screens.templates() },
  {
    name: 'templates-flat',
    address: screens.templates(),
    open: (page) => page.locator('label').filter({ hasText: '平面图' }).click(),
  },
  { name: 'templates-starters', address: screens.templates({ dialog: 'starters' }) },
  { name: 'templates-psd', address: screens.templates({ dialog: 'psd' }) },
  { name: 'designer', address: screens.templates(), open: openDesigner },
  { name: 'assets', address: galleryOf('images')() },
  { name: 'assets-upload', address: galleryOf('images')({ upload: true }) },
  { name: 'assets-stickers', address: galleryOf('maps')() },
  { name: 'assets-collections', address: assetCollectionsOf('images')() },
  { name: 'fonts', address: screens.fonts() },
  { name: 'text-colors', address: screens.textColors() },
  { name: 'brands', address: screens.brands() },
  { name: 'brands-common', address: screens.brands({ dialog: 'common' }) },
  { name: 'models', address: screens.models() },
  { name: 'materials', address: screens.materials() },
  { name: 'wireframes', address: screens.wireframes() },
  { name: 'wireframes-edit', address: screens.wireframes(), open: press(/^编辑/) },
  { name: 'wireframes-import', address: screens.wireframes({ dialog: 'import' }) },
  { name: 'factories', address: screens.integrations() },
  { name: 'print-profiles', address: screens.printProfiles() },
  { name: 'print-profiles-new', address: screens.printProfiles({ dialog: 'create' }) },
  { name: 'credits', address: screens.credits() },
  { name: 'usage', address: screens.usage() },
  { name: 'recharge', address: screens.recharge() },
  { name: 'shops', address: screens.shops() },
  { name: 'shops-add', address: screens.shops({ dialog: 'add' }) },
  { name: 'trash', address: screens.trash() },
  { name: 'account', address: screens.account() },
  { name: 'sub-accounts', address: screens.subAccounts() },
  { name: 'sub-accounts-add', address: screens.subAccounts({ dialog: 'add' }) },
  { name: 'api-keys', address: screens.apiKeys() },
  { name: 'webhooks', address: screens.webhooks() },
  { name: 'audit', address: screens.audit() },
  { name: 'help', address: helpPath('undo') },
  { name: 'not-found', address: '/app/nowhere' },
  { name: 'names', address: screens.templates(), open: openNames },
  { name: 'floor-empty', address: screens.waitingPieces() },
  { name: 'floor-waiting', address: screens.waitingPieces(), before: fillFloor },
  { name: 'floor-plan', address: screens.waitingPieces({ dialog: 'plan' }) },
  { name: 'floor-batches', address: screens.printBatches() },
  { name: 'floor-batch', address: screens.printBatches(), open: (page) => page.getByRole('link', { name: 'B0001' }).click() },
  { name: 'floor-machines', address: screens.printers() },
  { name: 'floor-jig', address: screens.printers({ dialog: 'add-jig' }) },
  { name: 'floor-blanks', address: screens.blanks() },
  { name: 'floor-scan', address: screens.scan({ mode: 'packed' }), open: scanSomething },
  { name: 'buyer', address: link, phone: true },
]
