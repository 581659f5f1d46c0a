import { Link } from 'wouter'
import { helpPath } from '../base/paths'
import { helpTopics } from '../features/help/topics'

/** The list of the help's topics in the panel of the menu. */
export default function HelpTopics({ onChosen }: { readonly onChosen: () => void }) {
  return (
    <nav aria-label="帮助文档" className="help-panel">
      <ul>
        {helpTopics.map((topic) => (
          <li key={topic.id}>
            <Link href={helpPath(topic.id)} onClick={onChosen}>
              {topic.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
