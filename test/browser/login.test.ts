/** Signing in and out on a real server, and the ways in which a session begins and ends. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allTests } from '../setup/size'
import { LoginPage } from './pages/login-page'
import { openBrowser, openProfile, type Profile } from './support/browser'
import { recordRequests } from './support/requests'
import { caller, enterWith, openShop, runUserCommand, type Shop, tokenOf } from './support/shop'

const password = 'xiaoxue-2026'

let browser: Browser
let profile: Profile
let shop: Shop
/** A one-time link, as `npm run user -- add` prints it. */
let link: string | undefined
let page: Page
let context: BrowserContext
let complaints: string[]
let login: LoginPage

beforeAll(async () => {
  browser = await openBrowser()
  shop = await openShop({ 小雪: password, 大雪: password, 春雪: password }, (folder) => {
    link = /login#setup=\S+/.exec(runUserCommand(folder, ['add', '新店'], null))?.[0]
  })
  profile = await openProfile(browser, shop.baseUrl)
})
afterEach(() => page?.close())
afterAll(async () => {
  await browser?.close()
  await shop?.dispose()
})

async function open(path = '/'): Promise<void> {
  ;({ page, context, complaints } = await profile.open())
  login = new LoginPage(page)
  await page.goto(`${shop.baseUrl}${path}`)
}

const cookieToken = async () => (await context.cookies()).find((cookie) => cookie.name === '_token_')?.value
const path = () => new URL(page.url()).pathname + new URL(page.url()).search
const screen = () => page.getByRole('heading', { name: '品牌与型号' })
/** Chromium itself prints a line for every 4xx response. */
const ownComplaints = () => complaints.filter((line) => !line.includes('Failed to load resource'))

describe('the login form', () => {
  test('the login form marks empty fields and a wrong password in place', async () => {
    await open()
    await login.submit.click()
    await page.getByText('用户名必填').waitFor()
    await page.getByText('密码必填').waitFor()
    expect(await page.getByText('用户名必填').count()).toBe(1)

    await login.enter('小雪', 'wrong-password')
    await login.error.getByText('用户名或密码错误').waitFor()
    expect(await login.username.inputValue()).toBe('小雪')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(ownComplaints()).toEqual([])
  })

  test('Enter signs in, stores the token in its cookie and shows 登陆成功', async () => {
    await open()
    await login.submit.waitFor()
    expect(await page.title()).toBe('登录 · 壳匠')
    await login.enter('  小雪 ', password)
    await page.getByText('登陆成功').waitFor()
    await screen().waitFor()
    expect(path()).toBe('/app/phone_brand_model/brand')
    const token = await cookieToken()
    expect(await caller(shop.baseUrl, token ?? '')('GET', '/api/users/me')).toMatchObject({ username: '小雪' })
    await page.reload()
    await screen().waitFor()
    expect(complaints).toEqual([])
  })

  test('a double click on 登录 sends one login request', async () => {
    await open()
    const logins = recordRequests(page, 'POST', '/api/users/login')
    await login.username.fill('小雪')
    await login.password.fill(password)
    await login.submit.dblclick()
    await screen().waitFor()
    expect(logins).toHaveLength(1)
  })

  test('the login returns to the address that asked for it, and to no other site', async () => {
    await open('/app/help/sub-account')
    await login.submit.waitFor()
    expect(path()).toBe('/login?from=%2Fapp%2Fhelp%2Fsub-account')
    await login.enter('小雪', password)
    await page.getByRole('heading', { name: '子账号授权教程' }).waitFor()
    await context.clearCookies()
    await page.goto(`${shop.baseUrl}/login?from=${encodeURIComponent('//evil.example/app')}`)
    await login.signIn('小雪', password)
    expect(path()).toBe('/app/phone_brand_model/brand')
  })

  test.runIf(allTests)('an address of the login form leads a signed-in seller straight on', async () => {
    await open()
    await login.signIn('小雪', password)
    await page.goto(`${shop.baseUrl}/login?from=%2Fapp%2Fhelp%2Fundo`)
    await page.getByRole('heading', { name: '撤销、重做与快捷键' }).waitFor()
  })

  test.runIf(allTests)('after too many wrong passwords the login form says how long to wait', async () => {
    await open()
    const call = caller(shop.baseUrl, null)
    for (let i = 0; i < 8; i++) {
      await expect(call('POST', '/api/users/login', { username: '大雪', password: 'nope-nope' })).rejects.toThrow('login-failed')
    }
    await login.enter('大雪', password)
    await login.error.getByText(/登录太频繁，请 \d+ 分钟后再试/).waitFor()
    expect(await login.password.inputValue()).toBe(password)
  })
})

describe('other ways to sign in', () => {
  test('a token in the query is stored and removed from the address', async () => {
    const token = await tokenOf(shop.baseUrl, '小雪', password)
    await open(`/app/help/undo?collection=3&token=${token}`)
    await page.getByRole('heading', { name: '撤销、重做与快捷键' }).waitFor()
    expect(path()).toBe('/app/help/undo?collection=3')
    expect(await cookieToken()).toBe(token)
  })

  test.runIf(allTests)('a one-time link sets the first password once', async () => {
    await open(`/${link}`)
    await page.getByRole('heading', { name: '设置密码' }).waitFor()
    await page.getByLabel('新密码', { exact: true }).fill('short')
    await page.getByLabel('再输入一次新密码').fill('other')
    await page.getByLabel('再输入一次新密码').press('Enter')
    await page.getByText('密码至少 8 位').waitFor()
    await page.getByText('两次输入的密码不一致').waitFor()
    await page.getByLabel('新密码', { exact: true }).fill('a-good-pass')
    await page.getByLabel('再输入一次新密码').fill('a-good-pass')
    await page.getByLabel('再输入一次新密码').press('Enter')
    await screen().waitFor()
    expect(page.url()).not.toContain('setup')
    expect(await tokenOf(shop.baseUrl, '新店', 'a-good-pass')).not.toBe('')

    await context.clearCookies()
    await page.goto(`${shop.baseUrl}/${link}`)
    await page.getByLabel('新密码', { exact: true }).fill('another-pass')
    await page.getByLabel('再输入一次新密码').fill('another-pass')
    await page.getByLabel('再输入一次新密码').press('Enter')
    await login.error.waitFor()
    expect(await login.error.textContent()).toMatch(/链接/)
  })
})

describe('the end of a session', () => {
  test.runIf(allTests)('signing out ends the session on the server too', async () => {
    await open()
    await login.signIn('小雪', password)
    const token = (await cookieToken()) ?? ''
    await page.getByRole('button', { name: '退出登录' }).click()
    await login.submit.waitFor()
    expect(path()).toBe('/login')
    expect(await cookieToken()).toBeUndefined()
    expect(await page.getByText('登录过期，请重新登录！').count()).toBe(0)
    await expect(caller(shop.baseUrl, token)('GET', '/api/users/me')).rejects.toThrow('401')
    await page.goto(`${shop.baseUrl}/app/design_template`)
    await login.submit.waitFor()
  })

  test('after the server ended the session, the seller signs in again and finds the text he was typing', async () => {
    const token = await tokenOf(shop.baseUrl, '小雪', password)
    await open()
    await enterWith(page, shop.baseUrl, token)
    await page.getByRole('button', { name: '新建分组' }).first().click()
    const dialog = page.getByRole('dialog').filter({ hasText: '新建分组' })
    await dialog.getByRole('textbox', { name: '分组名称' }).fill('写到一半的分组')
    await caller(shop.baseUrl, token)('POST', '/api/users/logout', {})
    await dialog.getByRole('button', { name: '新建分组' }).click()

    await page.getByText('登录过期，请重新登录！').first().waitFor()
    expect(path()).toBe('/login?from=%2Fapp%2Fdesign_template')
    expect(await page.getByText('网络请求错误').count()).toBe(0)
    expect(await login.username.inputValue()).toBe('小雪')
    await login.password.fill(password)
    await login.password.press('Enter')
    await page.waitForURL('**/app/design_template')
    expect(await dialog.getByRole('textbox', { name: '分组名称' }).inputValue()).toBe('写到一半的分组')
    await dialog.getByRole('button', { name: '新建分组' }).click()
    await page.getByRole('tab', { name: '写到一半的分组' }).waitFor()
  })

  test('another seller who signs in then sees nothing of the seller before', async () => {
    const token = await tokenOf(shop.baseUrl, '小雪', password)
    await open()
    await caller(shop.baseUrl, token)('POST', '/api/design_template_collections', { name: '小雪的分组' })
    await enterWith(page, shop.baseUrl, token)
    await page.getByRole('tab', { name: '小雪的分组' }).waitFor()
    // A call of the page that came after the end would show the login before the reload, which forgets why.
    await page.waitForLoadState('networkidle')
    await caller(shop.baseUrl, token)('POST', '/api/users/logout', {})
    await page.reload()
    await page.getByText('登录过期，请重新登录！').first().waitFor()
    await login.enter('春雪', password)
    await page.getByText('先建一个模板分组').waitFor()
    expect(await page.getByText('小雪的分组').count()).toBe(0)
    await page.locator('.shell-user').getByText('春雪').waitFor()
  })
})
