/** The icons that the cockpit uses by name. A page that needs another one adds its line. */
import '@ui5/webcomponents-icons/dist/home.js'
import '@ui5/webcomponents-icons/dist/menu2.js'
import '@ui5/webcomponents-icons/dist/log.js'
import '@ui5/webcomponents-icons/dist/person-placeholder.js'
