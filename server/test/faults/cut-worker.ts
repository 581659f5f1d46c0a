/** The database thread on a failing disk. The import of the disk must come first. */
import './power-cut'
import '../../infra/db/pglite/worker'
