/** The address and the URL parameters of every screen. No other file of the plugin contains a path. */

type Value = string | number | boolean
/** Parameters that every list has in its address besides its own. */
export type PageParam = 'page' | 'pageSize'

/** A screen with the parameters `P`. */
export interface ScreenPath<P extends string> {
  readonly path: string
  /** Returns the address with these parameters; absent and empty ones are left out. */
  (params?: { readonly [K in P]?: Value }): string
}

/** The parameter names of a screen. */
export type ParamOf<S> = S extends ScreenPath<infer P> ? P : never

function screen<P extends string = never>(path: string): ScreenPath<P> {
  const address = (params: { readonly [K in P]?: Value } = {}) => {
    const named = Object.entries<Value | undefined>(params).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()
    return query === '' ? path : `${path}?${query}`
  }
  return Object.assign(address, { path })
}

/** All addresses below this one belong to the shell. */
export const appPath = '/app'

/** The open dialog and its row; see `useDialog`. */
type DialogParam = 'dialog' | 'id'

const phones = `${appPath}/phone_brand_model`
const materials = `${appPath}/phone_case_material`
const integrations = `${appPath}/integrations`
const pay = `${appPath}/pay`
const account = `${appPath}/account`
const fonts = `${appPath}/fonts`
const links = `${appPath}/sku_customization_urls_setting`
const assets = `${appPath}/design_assets`

export const screens = {
  /** Redirects to the first of its tabs. */
  phones: screen(phones),
  brands: screen<'q' | DialogParam>(`${phones}/brand`),
  models: screen<'brand' | 'q' | 'favorited' | DialogParam>(`${phones}/model`),
  /** Redirects to the first of its tabs. */
  phoneCases: screen(materials),
  materials: screen<'q' | DialogParam>(`${materials}/material`),
  wireframes: screen<'brand' | 'model' | 'state' | DialogParam>(`${materials}/wireframe`),
  /** Redirects to the first kind of assets; see `galleryOf`. */
  assets: screen(assets),
  templates: screen<'collection' | 'design' | DialogParam>(`${appPath}/design_template`),
  fonts: screen<'q' | DialogParam>(fonts),
  textColors: screen<'q' | DialogParam>(`${fonts}/colors`),
  orders: screen<'shopId' | 'q' | 'days' | 'downloaded' | 'pushed' | 'held' | 'status' | 'order' | 'design'>(
    `${appPath}/order_management`,
  ),
  products: screen<'shopId' | 'q' | DialogParam>(`${appPath}/sku_customization_setting`),
  links: screen<'shopId' | DialogParam>(links),
  newLink: screen<'shopId'>(`${links}/generate`),
  /** Redirects to the first of its tabs. */
  integrations: screen(integrations),
  factories: screen(`${integrations}/factories`),
  modelBindings: screen<'factory' | 'brand' | 'state' | 'q'>(`${integrations}/brand_model_binding`),
  materialBindings: screen<'factory'>(`${integrations}/case_material_binding`),
  credits: screen<'date'>(pay),
  usage: screen<'shop' | 'order' | 'no' | 'date' | DialogParam>(`${pay}/usage`),
  recharge: screen(`${pay}/recharge`),
  paymentResult: screen<'error'>(`${appPath}/payment_result`),
  /** The marketplace adds `code` and `state` at the end of an authorization. */
  shops: screen<'code' | 'state' | DialogParam>(`${appPath}/setting`),
  miniApp: screen(`${appPath}/mini_app`),
  trash: screen(`${appPath}/trash`),
  account: screen(account),
  subAccounts: screen<DialogParam>(`${account}/sub_accounts`),
  audit: screen(`${account}/audit`),
  selfTest: screen(`${appPath}/self_test`),
  help: screen(`${appPath}/help`),
} as const

/** The kinds of assets as named in addresses. */
export type GalleryName = 'images' | 'maps' | 'background_images'

/** Returns the screen with the assets of one kind. */
export const galleryOf = (kind: GalleryName) =>
  screen<'collection' | 'q' | 'preview' | 'upload' | DialogParam>(`${assets}/${kind}`)

/** Returns the screen with the collections of one kind of assets. */
export const assetCollectionsOf = (kind: GalleryName) => screen<DialogParam>(`${galleryOf(kind).path}/collection`)

/** Returns the path of a help topic inside the plugin. */
export const helpPath = (topic: string): string => `${screens.help.path}/${topic}`

/** The help page about the message 该子帐号无此操作权限. */
export const subAccountTutorial = helpPath('sub-account')
