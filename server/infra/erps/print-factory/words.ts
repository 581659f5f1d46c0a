/**
 * Classifies what factories' programs say. No list of their messages is published, so these patterns are guesses from messages of
 * public programs; where none fits, nothing is concluded.
 */

const test = (pattern: RegExp) => (text: string) => pattern.test(text)

/** Only that the call arrived, nothing about the order. */
export const isBareSuccess = test(
  /^[\s\p{P}]*(?:ok|okay|success(?:ful(?:ly)?)?|succ|succeed(?:ed)?|true|done|(?:操作|请求|调用|处理|执行|提交|返回)?成功|正常)[\s\p{P}]*$/iu,
)

const denied =
  /(?:不|未|没有?|无法|非|失)(?:能)?(?:成功|完成|受理|接收|创建|提交)|unsuccess\w*|not (?:success\w*|accepted|created|received)/gi
const acceptance =
  /成功|已?受理|已?接收|已?收到|已?提交|已?创建|已?下单|排队|处理中|生产中|完成|success|succeed|accepted|created|received|processing|queued|pending|^[\s\p{P}]*ok(?:ay)?[\s\p{P}]*$/iu

/** Whether the words say that the factory has taken the order. */
export const isAcceptance = (text: string): boolean => acceptance.test(text.replace(denied, ''))

/** The factory has, or may have, this order already. */
export const saysItExists = test(
  /(?<![不未])已(?:经)?(?:存在|下过|有)|重复|存在相同|(?<!not |n't |no )\balready\b|\bexisted\b|duplicate/i,
)

/** Something went wrong on the way, so nobody knows what was done. */
export const isTrouble = test(
  /超时|繁忙|稍[后候]|重试|(?:系统|服务器?|网络|程序|数据库|接口|未知)(?:内部)?(?:异常|错误|出错|故障|不可用)|time(?:d\s)?\s?-?out|\bbusy\b|try again|retry|internal (?:server )?error|server error|gateway|unavailable|exception|unknown error|处理中|正在处理|deadlock|SQLSTATE/i,
)

const refusal =
  /不|未|没有?|无|缺|少|失败|错误|有误|异常|超[出过限]|停[产售用止]|拒|禁|非法|过期|失效|下架|售[罄空完]|欠费|关闭|暂停|取消|作废|驳回|限[制额购]|频繁|须|必填|为空|请(?:先|填|选|检查|联系|充值|补)|fail|error|invalid|\bnot?\b|n't|insufficient|out of|denied|refus|reject|missing|exceed|unsupported|unknown|illegal|limit|forbidden|unauthori[sz]ed|expired|wrong|\bbad\b|disabled|required|empty|cancel|too (?:many|large|small|low)/i

/** Whether the words say that the factory does not take the order, and do not say that it does. */
export const isRefusal = (text: string): boolean =>
  (refusal.test(text) || denied.test(text)) && !isAcceptance(text) && !isTrouble(text) && !saysItExists(text)

/** Whether the words say that there is no such order: it must be the order that is missing, not an address or a factory. */
export const saysNoOrder = test(
  /(?:订单|单号|单据|记录|数据|该单|此单)[^，。；,;]{0,12}(?:不存在|未找到|没(?:有)?找到|找不到|查不到|为空)|(?:不存在|未找到|没(?:有)?找到|找不到|查不到|查无|没有|暂无|无)(?:此|该|这个|这条|相关|符合条件的|任何)?(?:订单|单号|单据|记录|数据)|^[\s\p{P}]*(?:不存在|未找到|查无结果|暂无结果)[\s\p{P}]*$|\b(?:order|record|data)\b[^.,;]{0,20}(?:not (?:found|exist)|does(?: not|n't) exist)|no (?:such |matching )?(?:order|record|data)/iu,
)

const keyWords =
  /签名|\bsign(?:ature)?\b|app[_\s-]?key|app[_\s-]?secret|密钥|秘钥|\btoken\b|\bkey\b|鉴权|身份|登录|登陆|\blogin\b|unauthori[sz]ed|credential/i
const businessWords =
  /余额|欠费|库存|缺货|额度|机型|型号|材质|颜色|商品|产品|订单|数量|图片|地址|尺寸|停产|下架|stock|balance|credit|model|material|colou?r|product|\bsku\b|order|quantity|picture|image|funds/i

/** Returns the subject of a message that came with a code of refused keys. */
export function subjectOf(message: string): 'key' | 'business' | 'unclear' {
  if (keyWords.test(message)) return 'key'
  return businessWords.test(message) ? 'business' : 'unclear'
}

/** Whether the words say that a list has nothing, or nothing further. */
export const saysNoRows = test(/(?:没有|暂无|无)(?:更多|数据|记录|内容)|数据为空|no (?:more|data|records?|content)|end of/i)
