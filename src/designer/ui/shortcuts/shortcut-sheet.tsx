import './shortcuts.css'
import { Modal } from '../../../ui/modal'
import { keysText, type Shortcut, shortcuts } from '../../session/shortcuts'
import { useCell, useDesigner } from '../context'

interface Entry {
  readonly text: string
  readonly keys: readonly string[]
}

/** Mouse gestures with a modifier key, which are not in the list of shortcuts. */
const mouseGestures: readonly Entry[] = [
  { text: '多选', keys: ['Shift+点击'] },
  { text: '选择组合里的一个图层', keys: ['双击', 'Ctrl+点击'] },
  { text: '沿直线移动', keys: ['Shift+拖动'] },
  { text: '移动时不吸附', keys: ['Ctrl+拖动'] },
  { text: '拖出一个副本', keys: ['Alt+拖动'] },
  { text: '从中心缩放', keys: ['Alt+拖动控制点'] },
  { text: '移动画布', keys: ['滚轮', '空格+拖动'] },
  { text: '缩放画布', keys: ['Ctrl+滚轮'] },
]

const titles = { edit: '编辑', place: '移动与缩放', arrange: '排列', view: '画布' } as const
type Chapter = keyof typeof titles

function chapterOf({ action }: Shortcut): Chapter {
  if (action.do === 'nudge' || action.do === 'scale') return 'place'
  if (action.do === 'cycle') return 'arrange'
  if (action.do === 'view') return action.action.startsWith('zoom') || action.action === 'help' ? 'view' : 'edit'
  if (action.do !== 'layers') return 'edit'
  return ['copy', 'cut', 'paste', 'duplicate', 'remove', 'selectAll'].includes(action.action) ? 'edit' : 'arrange'
}

/** Returns each action once, with all its keys. */
function entriesOf(chapter: Chapter): readonly Entry[] {
  const found = new Map<string, Set<string>>()
  for (const one of shortcuts) {
    if (chapterOf(one) !== chapter) continue
    const keys = found.get(one.text) ?? new Set()
    for (const key of one.keys) if (!/^[+}{？_【】]$/.test(key)) keys.add(keysText({ ...one, keys: [key] }))
    found.set(one.text, keys)
  }
  return [...found].map(([text, keys]) => ({ text, keys: [...keys] }))
}

/** The list of all keys of the designer, opened with “?”. */
export function ShortcutSheet() {
  const { uiState } = useDesigner()
  const open = useCell(uiState.shortcuts)
  const chapters = (Object.keys(titles) as Chapter[]).map((key) => ({ title: titles[key], entries: entriesOf(key) }))
  return (
    <Modal
      visible={open}
      title="快捷键"
      footer={null}
      maskClosable
      className="designer-shortcuts"
      onCancel={() => uiState.shortcuts.set(false)}
    >
      <div className="designer-shortcut-columns">
        {[...chapters, { title: '鼠标', entries: mouseGestures }].map(({ title, entries }) => (
          <section key={title} aria-label={title}>
            <h3 className="designer-section-title">{title}</h3>
            <dl>
              {entries.map(({ text, keys }) => (
                <div key={text} className="designer-shortcut">
                  <dt>{text}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
