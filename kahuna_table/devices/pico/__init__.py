"""The Pico of the colour kit: one serial link, behind the ports of sensors and lights."""
