/** The address and the URL parameters of every screen. No other file of the plugin contains a path. */

type Value = string | number | boolean
/** Parameters that every list has in its address besides its own. */
export type PageParam = 'page' | 'pageSize'

/** The open dialog of a screen and the id of its row; see `useDialog`. */
export interface DialogParams<D extends string> {
  readonly dialog?: D
  readonly id?: [D] extends [never] ? never : number
}

/** A screen with the parameters `P` and the dialogs `D`. */
export interface ScreenPath<P extends string, D extends string = never> {
  readonly path: string
  /** Returns the address with these parameters; absent and empty ones are left out. */
  (params?: { readonly [K in P]?: Value } & DialogParams<D>): string
}

/** The parameter names of a screen. */
export type ParamOf<S> = S extends ScreenPath<infer P, infer _> ? P : never

/**
 * Returns a parameter of a screen; null when absent.
 *
 * @param _screen defines the names of the parameters.
 */
export const paramIn = <P extends string>(_screen: ScreenPath<P>, params: URLSearchParams, name: NoInfer<P>): string | null =>
  params.get(name)

/** The dialog names of a screen. */
export type DialogOf<S> = S extends ScreenPath<infer _, infer D> ? D : never

function screen<P extends string = never, D extends string = never>(path: string): ScreenPath<P, D> {
  const address = (params: { readonly [K in P]?: Value } & DialogParams<D> = {}) => {
    const named = Object.entries<Value | undefined>(params).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString()
    return query === '' ? path : `${path}?${query}`
  }
  return Object.assign(address, { path })
}

/** All addresses below this one belong to the shell. */
export const appPath = '/app'

const phones = `${appPath}/phone_brand_model`
const materials = `${appPath}/phone_case_material`
const integrations = `${appPath}/integrations`
const pay = `${appPath}/pay`
const account = `${appPath}/account`
const fonts = `${appPath}/fonts`
const links = `${appPath}/sku_customization_urls_setting`
const assets = `${appPath}/design_assets`
const printFloor = `${appPath}/print_floor`

export const screens = {
  /** `from` is the address that was asked for. */
  login: screen<'from'>('/login'),
  home: screen(`${appPath}/home`),
  /** Redirects to the first of its tabs. */
  phones: screen(phones),
  brands: screen<'q', 'add' | 'edit' | 'common' | 'factory'>(`${phones}/brand`),
  models: screen<'brand' | 'q' | 'favorited', 'add' | 'edit'>(`${phones}/model`),
  /** Redirects to the first of its tabs. */
  phoneCases: screen(materials),
  materials: screen<'q', 'add' | 'edit' | 'colors'>(`${materials}/material`),
  wireframes: screen<'brand' | 'model' | 'state', 'import' | 'sizes' | `wireframe-${string}`>(`${materials}/wireframe`),
  /** Redirects to the first kind of assets; see `galleryOf`. */
  assets: screen(assets),
  templates: screen<'collection' | 'design' | 'q' | 'shelf' | 'mode' | 'sort', 'psd' | 'starters'>(`${appPath}/design_template`),
  fonts: screen<'q', 'add' | 'rename'>(fonts),
  textColors: screen<'q', 'add' | 'edit'>(`${fonts}/colors`),
  orders: screen<
    | 'shopId'
    | 'q'
    | 'days'
    | 'downloaded'
    | 'pushed'
    | 'held'
    | 'state'
    | 'ship'
    | 'flag'
    | 'status'
    | 'mark'
    | 'tag'
    | 'finding'
    | 'notes'
    | 'view'
    | 'order'
    | 'design'
    | 'correct',
    'sync' | 'import' | 'create' | 'review' | 'picking' | 'print'
  >(`${appPath}/order_management`),
  alarms: screen(`${appPath}/order_management/alarms`),
  approvals: screen(`${appPath}/order_management/approvals`),
  names: screen<'template'>(`${appPath}/order_management/names`),
  products: screen<'shopId' | 'q', 'add' | 'sync' | 'sku-words' | 'configure' | 'configure-product'>(
    `${appPath}/sku_customization_setting`,
  ),
  links: screen<'shopId', 'edit' | 'qr'>(links),
  newLink: screen<'shopId'>(`${links}/generate`),
  /** Redirects to the first of its tabs. */
  integrations: screen(integrations),
  printProfiles: screen<never, 'create' | 'edit'>(`${appPath}/print_profiles`),
  /** Redirects to the first of its tabs. */
  printFloor: screen(printFloor),
  waitingPieces: screen<'q' | 'model' | 'material' | 'color', 'plan'>(`${printFloor}/waiting`),
  printBatches: screen<'open'>(`${printFloor}/batches`),
  printers: screen<never, 'add-printer' | 'printer' | 'add-jig' | 'jig'>(`${printFloor}/machines`),
  blanks: screen<'q', 'add-blank'>(`${printFloor}/blanks`),
  scan: screen<'mode'>(`${printFloor}/scan`),
  factories: screen(`${integrations}/factories`),
  modelBindings: screen<'factory' | 'brand' | 'state' | 'q'>(`${integrations}/brand_model_binding`),
  materialBindings: screen<'factory'>(`${integrations}/case_material_binding`),
  credits: screen<'date'>(pay),
  usage: screen<'shop' | 'order' | 'no' | 'date', 'detail'>(`${pay}/usage`),
  recharge: screen(`${pay}/recharge`),
  paymentResult: screen<'error'>(`${appPath}/payment_result`),
  /** The marketplace adds `state` at the end of an authorization, with `code` or, where the seller declined, with `error`. */
  shops: screen<'code' | 'state' | 'error' | 'error_description', 'add' | 'edit' | 'connect'>(`${appPath}/setting`),
  miniApp: screen(`${appPath}/mini_app`),
  rules: screen<never, 'add' | 'edit' | 'try' | 'runs'>(`${appPath}/automation`),
  trash: screen(`${appPath}/trash`),
  account: screen(account),
  subAccounts: screen<never, 'add' | 'edit'>(`${account}/sub_accounts`),
  apiKeys: screen<never, 'add'>(`${account}/api_keys`),
  audit: screen<'actor'>(`${account}/audit`),
  webhooks: screen<never, 'add' | 'edit' | 'deliveries'>(`${account}/webhooks`),
  /** `visit` names the visit whose storage the reloaded page looks for. */
  selfTest: screen<'visit'>(`${appPath}/self_test`),
  help: screen(`${appPath}/help`),
} as const

/** The kinds of assets as named in addresses. */
export type GalleryName = 'images' | 'maps' | 'background_images'

/** Returns the screen with the assets of one kind. */
export const galleryOf = (kind: GalleryName) => screen<'collection' | 'q' | 'preview' | 'upload'>(`${assets}/${kind}`)

/** Returns the screen with the collections of one kind of assets. */
export const assetCollectionsOf = (kind: GalleryName) => screen<never, 'add' | 'rename'>(`${galleryOf(kind).path}/collection`)

/** Returns the screen of one batch of the print floor. */
export const printBatchOf = (id: number | ':id') => screen<'sheet'>(`${screens.printBatches.path}/${id}`)

/** Returns the path of a help topic inside the plugin. */
export const helpPath = (topic: string): string => `${screens.help.path}/${topic}`

/** The help page about the message 该子帐号无此操作权限. */
export const subAccountTutorial = helpPath('sub-account')
