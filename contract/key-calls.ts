/**
 * Every call of the admin API with its Chinese title, and whether programs with an API key may use it: by which right, or why not. A new
 * call does not compile without its line. The server checks keys by this table, and the description of the API is written from it.
 */
import { buyerCalls, type CallRule, closed, costs, type KeyCall, reads, writes } from './call-rules'
import type { Routes } from './routes'

const person = '只关系到登录的人'
const users = '密钥不能管理账号'
const keys = '密钥不能管理密钥'
const credentials = '授权和平台密钥由人填写'
const byPerson = '由人看过再决定'
const hooks = '事件通知由人设置'
const shown = '给插件的界面使用'
const anybody = '不需要登录'
/** Files are uploaded by everybody who may change something that shows one; the kind of the file decides then. */
const uploads = (title: string): KeyCall => ({
  title,
  areas: ['orders', 'templates', 'assets', 'fonts', 'catalogue'],
  right: 'write',
})

export const keyCalls = {
  users: {
    login: closed('登录', anybody),
    logout: closed('退出登录', person),
    logoutEverywhere: closed('退出所有设备', person),
    me: closed('登录的用户', person),
    setPassword: closed('用一次性链接设置密码', anybody),
    changePassword: closed('修改自己的密码', person),
  },
  subAccounts: {
    list: closed('子账号列表', users),
    create: closed('添加子账号', users),
    update: closed('修改子账号', users),
    remove: closed('删除子账号', users),
    setupLink: closed('重新生成子账号的链接', users),
  },
  apiKeys: {
    list: closed('接口密钥列表', keys),
    create: closed('新建接口密钥', keys),
    revoke: closed('作废接口密钥', keys),
  },
  audit: { list: closed('操作记录', users) },
  phoneBrands: {
    list: reads('catalogue', '品牌列表'),
    create: writes('catalogue', '添加品牌'),
    update: writes('catalogue', '修改品牌'),
    remove: writes('catalogue', '删除品牌'),
    order: writes('catalogue', '移动品牌'),
  },
  phoneModels: {
    list: reads('catalogue', '型号列表'),
    create: writes('catalogue', '添加型号'),
    createMany: writes('catalogue', '批量添加型号'),
    update: writes('catalogue', '修改型号'),
    remove: writes('catalogue', '删除型号'),
    order: writes('catalogue', '移动型号'),
  },
  phoneLibrary: {
    add: writes('catalogue', '从常用机型添加'),
    addFromFactory: closed('从工厂机型创建', byPerson),
  },
  catalogueUse: { get: reads('catalogue', '品牌、型号、材质用在哪里') },
  trash: {
    list: closed('回收站', byPerson),
    restore: closed('从回收站恢复', byPerson),
  },
  phoneCaseMaterials: {
    list: reads('catalogue', '材质列表'),
    create: writes('catalogue', '添加材质'),
    update: writes('catalogue', '修改材质'),
    remove: writes('catalogue', '删除材质'),
    order: writes('catalogue', '移动材质'),
  },
  materialColors: {
    create: writes('catalogue', '添加颜色'),
    update: writes('catalogue', '修改颜色'),
    remove: writes('catalogue', '删除颜色'),
    order: writes('catalogue', '移动颜色'),
  },
  phoneCaseSkus: {
    list: reads('catalogue', 'SKU 列表'),
    get: reads('catalogue', '一个 SKU'),
    create: writes('catalogue', '添加 SKU'),
    createMany: writes('catalogue', '批量添加 SKU'),
    update: writes('catalogue', '修改 SKU'),
  },
  wireframes: {
    list: reads('catalogue', '线框图列表'),
    get: reads('catalogue', '一张线框图'),
    create: writes('catalogue', '添加线框图'),
    update: writes('catalogue', '修改线框图'),
    copy: writes('catalogue', '复制线框图'),
  },
  files: {
    uploadForm: uploads('取得上传地址'),
    uploadPart: uploads('分段上传文件'),
    uploadResult: uploads('完成上传'),
    taobao: closed('取用淘宝图片空间的图片', shown),
  },
  designAssetCollections: {
    list: reads('assets', '素材分组列表'),
    create: writes('assets', '添加素材分组'),
    update: writes('assets', '修改素材分组'),
    remove: writes('assets', '删除素材分组'),
    order: writes('assets', '移动素材分组'),
  },
  designAssets: {
    list: reads('assets', '素材列表'),
    create: writes('assets', '添加素材'),
    names: reads('assets', '素材名称'),
    some: reads('assets', '按编号读取素材'),
    known: writes('assets', '按校验值查找已有素材'),
    update: writes('assets', '修改素材'),
    remove: writes('assets', '删除素材'),
    order: writes('assets', '移动素材'),
  },
  shopFonts: {
    list: reads('fonts', '字体列表'),
    create: writes('fonts', '添加字体'),
    update: writes('fonts', '修改字体'),
    remove: writes('fonts', '删除字体'),
    order: writes('fonts', '移动字体'),
  },
  shopFontColors: {
    list: reads('fonts', '字体颜色列表'),
    create: writes('fonts', '添加字体颜色'),
    update: writes('fonts', '修改字体颜色'),
    remove: writes('fonts', '删除字体颜色'),
    order: writes('fonts', '移动字体颜色'),
  },
  cutoutPlaceholders: {
    list: reads('templates', '抠图占位图列表'),
    create: writes('templates', '添加抠图占位图'),
    remove: writes('templates', '删除抠图占位图'),
  },
  cutouts: { token: closed('取得抠图凭证', shown) },
  cutoutTasks: {
    create: closed('开始抠图', '凭抠图凭证使用'),
    get: closed('抠图进度', '凭任务编号使用'),
  },
  templateCollections: {
    list: reads('templates', '模板分组列表'),
    create: writes('templates', '添加模板分组'),
    update: writes('templates', '修改模板分组'),
    remove: writes('templates', '删除模板分组'),
    order: writes('templates', '移动模板分组'),
  },
  templateUse: { get: reads('templates', '模板用在哪里') },
  designComponents: {
    list: reads('templates', '组件列表'),
    get: reads('templates', '一个组件'),
    create: writes('templates', '添加组件'),
    save: writes('templates', '修改组件和用到它的模板'),
    rename: writes('templates', '重命名组件'),
    versions: reads('templates', '组件的历史版本'),
    revert: writes('templates', '恢复组件的历史版本'),
    remove: writes('templates', '删除组件'),
  },
  printProfiles: {
    list: reads('factory', '打印配置列表'),
    create: writes('factory', '添加打印配置'),
    save: writes('factory', '修改打印配置'),
    remove: writes('factory', '删除打印配置'),
  },
  printFloor: {
    counts: reads('factory', '打印车间的件数'),
    open: closed('启用自有工厂', shown),
  },
  printers: {
    list: reads('factory', '打印机列表'),
    create: writes('factory', '添加打印机'),
    save: writes('factory', '修改打印机'),
    remove: writes('factory', '删除打印机'),
  },
  jigs: {
    list: reads('factory', '治具列表'),
    create: writes('factory', '添加治具'),
    save: writes('factory', '修改治具'),
    remove: writes('factory', '删除治具'),
  },
  printPieces: {
    list: reads('factory', '打印件列表'),
    scan: reads('factory', '按件码查找'),
    step: writes('factory', '登记已打印、已包装、已发货'),
  },
  printBatches: {
    list: reads('factory', '打印批次列表'),
    get: reads('factory', '打印批次'),
    plan: writes('factory', '排版'),
    move: writes('factory', '移动批次里的件'),
    make: closed('生成拼版', shown),
    reopen: writes('factory', '退回排版'),
    finish: writes('factory', '登记打印结果'),
    remove: writes('factory', '删除批次'),
  },
  blanks: {
    list: reads('factory', '空壳库存'),
    change: writes('factory', '修改空壳库存'),
  },
  hotFolder: {
    files: reads('factory', '热文件夹待取的拼版'),
    confirm: writes('factory', '确认拼版已写入热文件夹'),
  },
  listingPictures: {
    list: closed('主图', shown),
    preview: closed('预览主图', shown),
    start: closed('生成主图', shown),
    retry: closed('重新生成没有成功的主图', shown),
    remove: closed('删除主图', shown),
  },
  templates: {
    list: reads('templates', '模板列表'),
    names: reads('templates', '全部模板的名称和状态'),
    some: reads('templates', '按编号读取模板'),
    get: reads('templates', '一个模板'),
    create: writes('templates', '添加模板'),
    addStarters: writes('templates', '添加示例模板'),
    save: writes('templates', '保存模板'),
    settings: writes('templates', '修改模板设置'),
    copy: writes('templates', '复制模板'),
    remove: writes('templates', '删除模板'),
    order: writes('templates', '移动模板'),
  },
  templateDrafts: {
    list: closed('模板的草稿', person),
    get: closed('一份草稿', person),
    put: closed('保存草稿', person),
    discard: closed('丢弃草稿', person),
  },
  templateCutouts: {
    list: closed('模板里在抠的图', person),
    put: closed('记下一张在抠的图', person),
    remove: closed('划掉一张在抠的图', person),
  },
  shops: {
    list: reads('shops', '店铺列表'),
    create: writes('shops', '添加店铺'),
    update: writes('shops', '修改店铺'),
    beginAuthorization: closed('开始店铺授权', credentials),
    authorize: closed('完成店铺授权', credentials),
    keys: closed('店铺的平台密钥', credentials),
    putKeys: closed('填写店铺的平台密钥', credentials),
    checkKeys: closed('检查店铺的平台密钥', credentials),
    removeKeys: closed('删除店铺的平台密钥', credentials),
  },
  products: {
    list: reads('shops', '商品列表'),
    onSale: reads('shops', '平台上出售中的商品'),
    create: writes('shops', '添加商品'),
    remove: writes('shops', '删除商品'),
    sync: writes('shops', '同步商品'),
    import: writes('shops', '导入商品'),
  },
  customizationSettings: {
    list: reads('shops', '商品定制配置'),
    put: writes('shops', '修改商品定制配置'),
    copy: writes('shops', '复制商品定制配置'),
  },
  skuWords: { apply: closed('按规格文字配置', byPerson), undo: closed('撤销按规格文字配置', byPerson) },
  customizationUrls: { list: reads('shops', '定制链接列表') },
  shopCustomizationSettings: {
    create: writes('shops', '添加定制链接'),
    update: writes('shops', '修改定制链接'),
    remove: writes('shops', '删除定制链接'),
    renew: writes('shops', '更换定制链接的地址'),
    draft: closed('预览没有保存的定制链接', shown),
  },
  miniApp: {
    get: closed('小程序', shown),
    templates: closed('小程序版本列表', shown),
    updateVersion: closed('更新小程序版本', byPerson),
  },
  home: {
    get: closed('首页', shown),
    trends: reads('orders', '订单趋势'),
    endFirstSteps: closed('收起首页的开始步骤', shown),
  },
  notifications: {
    list: closed('消息列表', '消息写给人看；程序用事件推送'),
    markRead: closed('标记消息已读', person),
  },
  webhooks: {
    list: closed('事件通知列表', hooks),
    create: closed('新建事件通知', hooks),
    update: closed('修改事件通知', hooks),
    remove: closed('删除事件通知', hooks),
    rotate: closed('更换签名密钥', hooks),
    test: closed('发送测试事件', hooks),
    replay: closed('重发失败的事件', hooks),
  },
  webhookDeliveries: {
    list: closed('事件发送记录', hooks),
    get: closed('一次事件发送', hooks),
    replay: closed('重发一个事件', hooks),
  },
  orders: {
    list: reads('orders', '订单列表'),
    counts: reads('orders', '各类订单的数量'),
    picking: reads('orders', '备货汇总'),
    get: reads('orders', '订单详情'),
    import: writes('orders', '导入订单'),
    planImport: reads('orders', '试算订单导入'),
    findKnown: reads('orders', '查出已有的订单号'),
    fileProfile: closed('订单文件的列对应关系', shown),
    keepFileProfile: closed('保存订单文件的列对应关系', shown),
    sync: writes('orders', '同步订单'),
    syncTask: reads('orders', '同步进度'),
    syncStates: reads('orders', '各店铺的同步状态'),
    dismissUnread: writes('orders', '不再提示没有读到的订单'),
    mark: writes('orders', '设置订单的标签、搁置和负责人'),
    setCase: writes('orders', '修改定制的机型、材质和颜色'),
    customizedImages: reads('orders', '订单的定制图'),
    preflight: reads('orders', '下载前检查'),
    decidePieces: writes('orders', '确定件数'),
    settleChange: writes('orders', '处理买家的改动'),
  },
  manualOrders: {
    number: reads('orders', '下一个手工订单号'),
    create: writes('orders', '新建订单'),
    update: writes('orders', '修改手工订单'),
    remove: writes('orders', '删除手工订单'),
    draw: writes('orders', '按模板和文字生成一件的定制图'),
  },
  nameLists: {
    templates: reads('orders', '能按名单定制的模板'),
    check: reads('orders', '检查名单里的文字'),
    picture: reads('orders', '名单里一行的效果'),
  },
  orderFileImports: {
    list: reads('orders', '订单文件的导入记录'),
    begin: writes('orders', '开始导入订单文件'),
    rows: reads('orders', '没有导入的行'),
  },
  buyer: buyerCalls,
  buyerDesigns: {
    list: reads('orders', '买家设计列表'),
    bind: writes('orders', '把买家设计（定制编号）放进订单'),
    deliver: writes('orders', '重新把设计交给平台'),
    draw: writes('orders', '重新出图'),
    unbind: writes('orders', '从订单取下买家设计'),
    copy: writes('orders', '复制买家设计'),
    allow: closed('审核通过', byPerson),
    reject: closed('退回设计', byPerson),
  },
  customizations: {
    design: reads('orders', '定制的设计'),
    correct: writes('orders', '修改定制的设计'),
    compare: reads('orders', '比较重新出图'),
    render: writes('orders', '重新生成定制图'),
    versions: reads('orders', '定制的历史版本'),
    restore: writes('orders', '恢复历史版本'),
    remake: writes('orders', '重做'),
  },
  orderViews: {
    get: closed('保存的订单视图', person),
    put: closed('保存订单视图', person),
  },
  downloadRules: {
    get: reads('orders', '下载命名规则'),
    put: writes('orders', '修改下载命名规则'),
  },
  credits: {
    current: reads('credits', '点数余额'),
    paymentForm: costs('recharge', 'credits', '发起充值'),
  },
  rechargeRecords: {
    list: reads('credits', '充值记录'),
    syncStatus: reads('credits', '查询充值结果'),
  },
  usageRecords: {
    list: reads('credits', '扣点记录'),
    get: reads('credits', '扣点明细'),
    charge: costs('download', 'orders', '扣点并取得定制图'),
    deliver: costs('download', 'orders', '报告定制图已保存'),
    correct: costs('download', 'orders', '退回没有收到的定制图的点数'),
  },
  erpPrograms: { list: reads('factory', '工厂程序列表') },
  erpIntegrations: {
    list: reads('factory', '工厂对接列表'),
    create: closed('添加工厂对接', credentials),
    update: closed('修改工厂对接', credentials),
  },
  factories: {
    list: reads('factory', '工厂列表'),
    update: writes('factory', '修改工厂'),
    sync: writes('factory', '同步工厂'),
  },
  factoryPhoneModels: {
    list: reads('factory', '工厂机型列表'),
    startSync: writes('factory', '开始同步工厂机型'),
    syncTask: reads('factory', '工厂机型的同步进度'),
  },
  factoryModelBindings: {
    list: reads('factory', '机型绑定列表'),
    put: writes('factory', '绑定机型'),
    putMatched: writes('factory', '批量绑定机型'),
    remove: writes('factory', '解除机型绑定'),
  },
  factoryMaterials: { list: reads('factory', '工厂材质列表') },
  factoryMaterialBindings: {
    list: reads('factory', '材质绑定列表'),
    put: writes('factory', '绑定材质'),
    remove: writes('factory', '解除材质绑定'),
  },
  factoryColorBindings: {
    list: reads('factory', '颜色绑定列表'),
    put: writes('factory', '绑定颜色'),
    remove: writes('factory', '解除颜色绑定'),
  },
  alarms: {
    list: reads('orders', '异常订单列表'),
    acknowledge: closed('仍然生产', byPerson),
  },
  pushes: {
    check: reads('factory', '推送前检查'),
    push: costs('push', 'factory', '推送订单到工厂'),
    lines: reads('factory', '推送记录'),
    settle: closed('核实推送结果', byPerson),
    cancel: costs('push', 'factory', '请工厂取消'),
  },
  automationRules: {
    list: reads('orders', '自动规则列表'),
    create: closed('添加自动规则', byPerson),
    update: closed('修改自动规则', byPerson),
    remove: closed('删除自动规则', byPerson),
    order: closed('移动自动规则', byPerson),
    tryOut: closed('试算自动规则', byPerson),
    arm: closed('启用自动规则', byPerson),
    pause: closed('停用全部自动规则', byPerson),
    runs: reads('orders', '自动规则的执行记录'),
    explain: reads('orders', '订单为什么没有自动推送'),
  },
  orderTags: {
    list: reads('orders', '订单标签列表'),
    create: writes('orders', '添加订单标签'),
    update: writes('orders', '修改订单标签'),
    remove: writes('orders', '删除订单标签'),
  },
  approvals: {
    list: reads('orders', '待审批列表'),
    decide: closed('审批', byPerson),
  },
} as const satisfies { readonly [R in keyof Routes]: { readonly [K in keyof Routes[R]]: CallRule } }

/** Returns the rule of a call by its name, such as `orders.list`. */
export function callRule(name: string): CallRule {
  const [resource = '', call = ''] = name.split('.')
  const rule = (keyCalls as Readonly<Record<string, Readonly<Record<string, CallRule>>>>)[resource]?.[call]
  if (!rule) throw new Error(`${name} has no line in contract/key-calls.ts`)
  return rule
}
