import type { DialogProps } from '../../ui/lazy-dialog'
import { Modal } from '../../ui/modal'
import './palette.css'

type Keys = readonly (readonly [string, string])[]

const keys: Keys = [
  ['Ctrl / ⌘ + K', '快速搜索：去任何页面、型号、模板、订单'],
  ['/', '跳到这一页的搜索框'],
  ['n', '新建（这一页右上角的主要操作）'],
  ['?', '打开这张快捷键表'],
  ['Ctrl / ⌘ + Z', '撤销刚才的移动或批量修改（提示还在时）'],
  ['Shift + 点击', '连选多行'],
  ['空格、方向键、空格', '焦点在拖动手柄上时：拿起、移动、放下'],
  ['Esc', '关闭对话框，填写的内容会保留'],
]

const orderKeys: Keys = [
  ['↑ ↓ 或 k j', '上一单、下一单'],
  ['空格', '速览：大图、留言、备注和检查结果；再按关闭'],
  ['Enter', '打开订单详情'],
  ['x', '勾选或取消这一单'],
  ['Shift + ↑ ↓', '连续勾选'],
  ['d', '下载勾选的定制图'],
  ['p', '推送勾选的订单'],
  ['1 至 6', '切换订单分类'],
]

const KeyList = ({ list }: { readonly list: Keys }) => (
  <dl className="keys-sheet">
    {list.map(([key, effect]) => (
      <div key={key} style={{ display: 'contents' }}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{effect}</dd>
      </div>
    ))}
  </dl>
)

/** The list of keyboard shortcuts of the back office; the designer has its own. */
export default function KeySheet({ visible, onClose }: DialogProps) {
  return (
    <Modal
      visible={visible}
      title="快捷键"
      footer={null}
      onCancel={onClose}
      maskClosable
      style={{ width: 'min(560px, calc(100vw - 32px))' }}
    >
      <KeyList list={keys} />
      <h2 className="keys-sheet-part">订单管理</h2>
      <KeyList list={orderKeys} />
    </Modal>
  )
}
