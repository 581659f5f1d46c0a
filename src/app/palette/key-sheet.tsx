import type { DialogProps } from '../../ui/lazy-dialog'
import { Modal } from '../../ui/modal'
import './palette.css'

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl / ⌘ + K', '快速搜索：去任何页面、型号、模板、订单'],
  ['/', '跳到这一页的搜索框'],
  ['n', '新建（这一页右上角的主要操作）'],
  ['?', '打开这张快捷键表'],
  ['Ctrl / ⌘ + Z', '撤销刚才的移动或批量修改（提示还在时）'],
  ['Shift + 点击', '连选多行'],
  ['空格、方向键、空格', '焦点在拖动手柄上时：拿起、移动、放下'],
  ['Esc', '关闭对话框，填写的内容会保留'],
]

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
      <dl className="keys-sheet">
        {keys.map(([key, effect]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
