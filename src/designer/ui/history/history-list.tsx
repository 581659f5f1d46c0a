import './history.css'
import { Button, Popover } from '@arco-design/web-react'
import { IconHistory } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState } from 'react'
import { useDesigner, useSession } from '../context'
import { useEscape } from '../use-escape'

/** Lists all steps that can be undone or redone, the newest first; a press jumps to one. */
export function HistoryButton() {
  const [open, setOpen] = useState(false)
  useEscape(open, () => setOpen(false))
  return (
    <Popover trigger="click" position="tr" popupVisible={open} onVisibleChange={setOpen} unmountOnExit content={<HistoryList />}>
      <Button size="small" type="text" icon={<IconHistory />} aria-expanded={open}>
        历史
      </Button>
    </Popover>
  )
}

function HistoryList() {
  const { session } = useDesigner()
  const steps = useSession((state) => state.history)
  const current = steps.findIndex((step) => step.current)
  const currentButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    currentButton.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <ol className="designer-history" aria-label="历史记录" reversed>
      {[...steps.keys()].reverse().map((index) => (
        <li key={index}>
          <button
            type="button"
            ref={index === current ? currentButton : undefined}
            className={index > current ? 'designer-history-step is-undone' : 'designer-history-step'}
            aria-current={index === current ? 'step' : undefined}
            onClick={() => session.jumpTo(index)}
          >
            {steps[index]?.label}
            {index > current && <span className="designer-history-note">已撤销</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}
