interface NoticeProps {
  readonly title: string
  readonly text: string
}

/** All that a page has to say. */
export function Notice({ title, text }: NoticeProps) {
  return (
    <div className="state-block">
      <h1 className="state-title">{title}</h1>
      <p className="state-text">{text}</p>
    </div>
  )
}
