// What `cds-serve` is: that command is a link, and no command any more in a copy where links were followed.
import '@sap/cds/bin/serve.js'
